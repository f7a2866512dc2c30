export const HELP = `pq-verify checks post-quantum attestations offline. It needs no account and uses no network.

Usage:
  pq-verify artifact  --file FILE… [--keys KEYS…] [options]    verify artifacts (*.pqv.json)
  pq-verify receipt   --file FILE… [--keys KEYS…] [--data D]   verify receipts (*.pqr.json)
  pq-verify signature --file FILE… [--keys KEYS…] [--data D]   verify 3-key signatures (*.3key.json)
  pq-verify session   --file FILE… [--keys KEYS…] [options]    verify sessions of agents (*.pqs.json)
  pq-verify node      --file FILE… [--keys KEYS…] [options]    verify proofs of single nodes (*.pqnode.json)
  pq-verify log       --file FILE… [--keys KEYS…] [options]    verify exports of a service's log (*.pqlog.json)

Files may also be given without --file. A folder stands for all such files in it and below it, also in linked
files but not in linked folders: each of these is an input error unless it lies in a folder that is named, or is
named itself.

Options:
  --file FILE…      the files or folders to verify
  --keys KEYS…      key sets (*.pqkeys.json) that you trust, for this run only; also the saved answer of a
                    server's /api/svc-key/keys/public. Compare their fingerprint with one that the issuer
                    gave you on another way before you use them.
  --data-dir DIR    folder with trust-store.json, the key sets and revocations that you trust for good
                    (made by \`touchstone keys import\`; default: TOUCHSTONE_DATA_DIR, else Touchstone's
                    data folder)
  --data FILE       of a receipt, the payload that it is said to belong to; of a 3-key signature, what was signed,
                    without which it is PENDING
  --report OUT      write a report of one file: OUT ends in .html (to print) or .json
  --json            print the result as JSON
  --verbose         list every check, also those that passed
  --jobs N          processor cores for many files, or many signatures (default: all)
  --version         print the version
  --help            print this text

One outcome for each file, and its exit code:
  0  VERIFIED                      contents intact, all three signatures valid under one trusted key set
  1  FAILED                        a hash, a signature, a link or a pillar does not hold: do not rely on the file
  2  input error                   the file cannot be read, or the command line is wrong
  3  PENDING                       no conclusion: for example no trusted key set speaks for the signer, or a
                                   session is not sealed, so that nodes could be missing at its end
     VERIFIED_PENDING_SIGNATURES   contents intact, but signatures are still to be made
Several files: the worst of them, in the order 1, 2, 3, 0. "(demo)" stands beside an outcome that rests on an
example key set, which has no authority.

Nothing is trusted out of the box. Without --keys and without a trust store, a signed file is PENDING,
SIGNER_NOT_TRUSTED: untrusted is not invalid.

Examples:
  pq-verify artifact --file release.pqv.json --keys issuer.pqkeys.json
  pq-verify artifact inbox/ --json
  pq-verify receipt --file r.pqr.json --data payload.txt --keys service.pqkeys.json
  pq-verify session --file ags_71c9.pqs.json --keys public-keys.json
`;
