export const HELP = `pq-verify checks post-quantum attestations offline. It needs no account and uses no network.

Usage:
  pq-verify [options] FILE|FOLDER…       verify files, each recognised by its content
  pq-verify artifact  [options] FILE…    verify artifacts (*.pqv.json)
  pq-verify receipt   [options] FILE…    verify receipts (*.pqr.json)
  pq-verify signature [options] FILE…    verify 3-key signatures (*.3key.json)
  pq-verify session   [options] FILE…    verify sessions of agents (*.pqs.json)
  pq-verify node      [options] FILE…    verify proofs of single nodes (*.pqnode.json)
  pq-verify log       [options] FILE…    verify exports of a service's log (*.pqlog.json)
  pq-verify proof     [options] FILE…    verify privacy proofs (*.pqp.json)
  pq-verify invoice [--commitment HEX] [--json] FILE
                                         show what the commitment of an invoice says: FILE holds the payment_url
  pq-verify grade     [options] FILE…    verify code grades (*.pqgrade.json)
  pq-verify statement [options] FILE…    verify other statements of a service (*.pqst.json)

Options come before the files. After -- every word is a file, and - is standard input. A folder means all such
files in the folder and below, linked files included. A linked folder is an input error, unless you name the folder
itself or a folder that contains its target. Other files in a folder are listed as skipped.

Options:
  --file FILE       a file or folder to verify; repeat the option for more, or name files after the options
  --keys PATH       a key set (*.pqkeys.json) that you trust for this run only, a folder of key sets, or the
                    saved answer of a server's /api/svc-key/keys/public; repeat the option for more. Compare
                    the fingerprint with the one that the issuer gave you through a channel other than the one
                    the file came by.
  --data-dir DIR    folder with trust-store.json, which holds the key sets and revocations that you trust for good
                    (written by \`touchstone keys import\`; default: TOUCHSTONE_DATA_DIR, else Touchstone's
                    data folder)
  --revocations FILE
                    a *.pqrevoke.json file that applies to this run only; repeat the option for more
  --pinned-only     files signed by the service on this machine are Inconclusive unless you pinned its key set
  --data FILE       for a receipt, the payload to compare with it; for a 3-key signature, the signed data,
                    without which the outcome is Inconclusive
  --evidence DIR    for an artifact, the folder with the files listed by its evidence attestation: each file is
                    compared with the listed size and hashes
  --report OUT      write a report of one file: OUT ends in .html (to print) or .json
  --json            print the result as JSON (svc-verification/v1)
  --verbose         list every check, also those that passed
  --only-noble      verify signatures by noble, in JavaScript, alone, to compare results and speed; slow.
                    TOUCHSTONE_ONLY_NOBLE=1 does the same
  --jobs N          processor cores to use for many files or signatures (default: all)
  --version         print the version
  --help            print this text

One outcome for each file, and its exit code:
  0  Verified              contents intact, all signatures valid under one trusted key set
  1  Failed                a hash, a signature, a proof, a link or a pillar is wrong, or a privacy proof has expired:
                           do not rely on the file
  2  Unreadable            the file cannot be opened or has the wrong format, or the command line is wrong
  3  Inconclusive          no conclusion is possible: for example, no trusted key set belongs to the signer, or a
                           session is not sealed, so nodes could be missing at the end
     Signatures pending    contents intact, but some signatures have not been made yet
Several files: the worst exit code, in the order 1, 2, 3, 0. "(demo)" marks an outcome that rests on an example
key set, which has no authority. Every Verified is followed by what was not checked.

Nothing is trusted by default. Without --keys and without a trust store, a signed file is
Inconclusive, SIGNER_NOT_TRUSTED: untrusted does not mean invalid.

Examples:
  pq-verify artifact --file release.pqv.json --keys issuer.pqkeys.json
  pq-verify --json inbox/
  pq-verify receipt --file r.pqr.json --data payload.txt --keys service.pqkeys.json
  pq-verify session --file ags_71c9.pqs.json --keys public-keys.json
`;
