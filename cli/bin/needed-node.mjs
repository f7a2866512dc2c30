// The Node that `touchstone` needs: on an older one the process ends with a sentence. Imported before everything else.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 24 || (major === 24 && minor < 15)) {
  console.error(
    `touchstone needs Node 24.15 or newer; this is Node ${process.versions.node}.\n` +
      'In a checkout, `npm start` brings its own Node; the file node_modules/.bin/node is that Node.\n' +
      'To verify files, pq-verify runs on Node 20 or newer.',
  );
  process.exit(2);
}
