/** What stands at `/` by the names of the API: how to open the console. No script, no token, nothing stored. */

export const OPEN_HERE_STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 40rem; margin: 0 auto; padding: 2rem 1rem; }
h1 { font-size: 1.4rem; }
code { font: 0.9em ui-monospace, monospace; overflow-wrap: anywhere; }
`;

export const OPEN_HERE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Touchstone</title>
<style>${OPEN_HERE_STYLE}</style>
</head>
<body>
<main>
<h1>Touchstone runs here</h1>
<p>This address is for programs. The console has an address of its own, which is new each time the server starts.</p>
<p>To open the console, open the file <code>open-console.html</code> in the data folder with your browser, or start the server
with <code>touchstone serve --open</code>.</p>
<p>Safari does not find such addresses. Use another browser, or start the server with
<code>touchstone serve --origin localhost</code>. The console then has the same address at each start, and a program of another
user that held this port before may have left something there.</p>
<p><a href="/docs">API documentation</a></p>
</main>
</body>
</html>
`;
