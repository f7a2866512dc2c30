export const HELP = `pq-verify checks post-quantum attestations offline. It needs no account and uses no network.

Usage:
  pq-verify [options] FILE|FOLDER…       verify files, each recognised by its content
  pq-verify artifact  [options] FILE…    verify artifacts (*.pqv.json)
  pq-verify receipt   [options] FILE…    verify receipts (*.pqr.json)
  pq-verify signature [options] FILE…    verify 3-key signatures (*.3key.json)
  pq-verify session   [options] FILE…    verify sessions of agents (*.pqs.json)
  pq-verify node      [options] FILE…    verify proofs of single nodes (*.pqnode.json)
  pq-verify log       [options] FILE…    verify exports of a service's log (*.pqlog.json)

Options stand before the files, and after -- every word is a file; - is standard input. A folder stands for all
such files in it and below it, also in linked files but not in linked folders: each of these is an input error
unless it lies in a folder that is named, or is named itself. Other files in a folder are listed as skipped.

Options:
  --file FILE       a file or folder to verify; give it again for more, or name files after the options
  --keys PATH       a key set (*.pqkeys.json) that you trust, for this run only, or a folder of them; give it
                    again for more. Also the saved answer of a server's /api/svc-key/keys/public. Compare the
                    fingerprint with one that the issuer gave you through a channel other than the one the file
                    came by.
  --data-dir DIR    folder with trust-store.json, the key sets and revocations that you trust for good
                    (made by \`touchstone keys import\`; default: TOUCHSTONE_DATA_DIR, else Touchstone's
                    data folder)
  --revocations FILE
                    a *.pqrevoke.json file that counts for this run only; give it again for more
  --pinned-only     what the service on this machine signed is Inconclusive unless you pinned its key set
  --data FILE       of a receipt, the payload that it is said to belong to; of a 3-key signature, what was signed,
                    without which it is Inconclusive
  --evidence DIR    of an artifact, the folder with the files that its evidence attestation lists: each is compared
                    with the listed size and hashes
  --report OUT      write a report of one file: OUT ends in .html (to print) or .json
  --json            print the result as JSON (svc-verification/v1)
  --verbose         list every check, also those that passed
  --jobs N          processor cores for many files, or many signatures (default: all)
  --version         print the version
  --help            print this text

One outcome for each file, and its exit code:
  0  Verified              contents intact, all signatures valid under one trusted key set
  1  Failed                a hash, a signature, a link or a pillar does not hold: do not rely on the file
  2  Unreadable            the file cannot be opened or is not what it should be, or the command line is wrong
  3  Inconclusive          no conclusion: for example no trusted key set is for the signer, or a session is not
                           sealed, so that nodes could be missing at its end
     Signatures pending    contents intact, but signatures are still to be made
Several files: the worst of them, in the order 1, 2, 3, 0. "(demo)" stands beside an outcome that rests on an
example key set, which has no authority. What was not checked stands beside every Verified.

Nothing is trusted out of the box. Without --keys and without a trust store, a signed file is
Inconclusive, SIGNER_NOT_TRUSTED: untrusted is not invalid.

Examples:
  pq-verify artifact --file release.pqv.json --keys issuer.pqkeys.json
  pq-verify --json inbox/
  pq-verify receipt --file r.pqr.json --data payload.txt --keys service.pqkeys.json
  pq-verify session --file ags_71c9.pqs.json --keys public-keys.json
`;
