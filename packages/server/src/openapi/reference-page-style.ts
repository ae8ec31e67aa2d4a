/**
 * The look of the reference page: light or dark like the reader's system, readable on a phone, with no fonts to load.
 */
export const STYLE = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#ffffff, #14161a);
  --raised: light-dark(#f6f7f9, #1c1f25);
  --line: light-dark(#dfe3e8, #2f343d);
  --ink: light-dark(#1b1f24, #e6e9ee);
  --faint: light-dark(#57606a, #9aa4b2);
  --accent: light-dark(#3538cd, #a4b4ff);
  --get: light-dark(#175cd3, #84b6ff);
  --post: light-dark(#067647, #6fdc9f);
  --patch: light-dark(#93370d, #fdb77a);
  --delete: light-dark(#b42318, #ff9c93);
  --mono: ui-monospace, 'SF Mono', 'Cascadia Code', Menlo, Consolas, 'Liberation Mono', monospace;
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { scroll-padding-top: 1rem; }
body {
  margin: 0; display: grid; grid-template-columns: 19rem minmax(0, 1fr); min-height: 100vh;
  background: var(--paper); color: var(--ink); font: 1rem/1.55 system-ui, -apple-system, 'Segoe UI', sans-serif;
}
a { color: var(--accent); }
code, pre { font-family: var(--mono); font-size: .875em; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; top: 1rem; z-index: 1; padding: .5rem 1rem; background: var(--paper); }

nav {
  position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1.5rem 1.25rem;
  background: var(--raised); border-right: 1px solid var(--line);
}
nav .name { margin: 0; font-size: 1.125rem; font-weight: 650; overflow-wrap: anywhere; }
nav .version { margin: 0 0 1rem; color: var(--faint); font-size: .875rem; }
nav label { display: block; font-size: .8125rem; color: var(--faint); margin-bottom: .25rem; }
input, select, textarea {
  width: 100%; padding: .5rem .625rem; font: inherit; font-size: .9375rem;
  color: inherit; background: var(--paper); border: 1px solid var(--line); border-radius: 6px;
}
textarea { font-family: var(--mono); font-size: .875rem; line-height: 1.5; resize: vertical; }
nav .count { margin: .375rem 0 1rem; font-size: .8125rem; color: var(--faint); }
nav h2 { margin: 1.25rem 0 .25rem; font-size: .875rem; }
nav h2 a { color: inherit; text-decoration: none; }
nav h2 a:hover { text-decoration: underline; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li a {
  display: grid; grid-template-columns: 3.25rem minmax(0, 1fr); align-items: baseline; gap: .375rem;
  padding: .1875rem .375rem; margin: 0 -.375rem; border-radius: 5px; color: inherit; text-decoration: none; font-size: .875rem;
}
nav li a:hover { background: var(--line); }

main { padding: 2rem clamp(1rem, 4vw, 3.5rem) 6rem; max-width: 68rem; width: 100%; }
main h1 { margin: 0; font-size: 1.75rem; line-height: 1.2; letter-spacing: -.01em; overflow-wrap: anywhere; }
main .lead { margin: .5rem 0 1rem; color: var(--faint); }
main section { margin-top: 2.75rem; }
main section > h2 { margin: 0; font-size: 1.25rem; }
main section > p { margin: .125rem 0 .75rem; color: var(--faint); }
.buttons { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; }
button {
  font: inherit; font-size: .875rem; padding: .3125rem .75rem; border-radius: 6px; cursor: pointer;
  color: inherit; background: var(--raised); border: 1px solid var(--line);
}
button:hover { border-color: var(--faint); }

.operation { border: 1px solid var(--line); border-radius: 8px; margin: .5rem 0; background: var(--paper); }
.operation > summary {
  display: grid; grid-template-columns: auto minmax(0, 1fr) auto; gap: .75rem; align-items: baseline;
  padding: .625rem .875rem; cursor: pointer; list-style: none; border-radius: 8px;
}
.operation > summary::-webkit-details-marker { display: none; }
.operation > summary:hover { background: var(--raised); }
.operation[open] > summary { border-bottom: 1px solid var(--line); border-radius: 8px 8px 0 0; }
.operation .path { font-weight: 600; overflow-wrap: anywhere; }
.operation .summary { color: var(--faint); font-size: .9375rem; text-align: right; }
.operation .body { padding: .25rem 1rem 1rem; }
.operation h3 {
  margin: 1.25rem 0 .375rem; font-size: .8125rem; font-weight: 650; letter-spacing: .02em; color: var(--faint);
}
.method { font: 700 .75rem/1.4 var(--mono); min-width: 3.25rem; display: inline-block; color: var(--get); }
.method.post { color: var(--post); }
.method.patch, .method.put { color: var(--patch); }
.method.delete { color: var(--delete); }

.members { list-style: none; margin: 0; padding: 0; }
.members > li { padding: .375rem 0; border-top: 1px solid var(--line); }
.members > li:first-child { border-top: 0; }
.members .members { margin-left: .25rem; padding-left: .875rem; border-left: 2px solid var(--line); }
.head { display: flex; flex-wrap: wrap; gap: .25rem .625rem; align-items: baseline; }
.head .key { font-weight: 650; overflow-wrap: anywhere; }
.kind, .limits { color: var(--faint); font-size: .875rem; overflow-wrap: anywhere; }
.flag { font-size: .75rem; padding: 0 .375rem; border: 1px solid var(--line); border-radius: 999px; color: var(--faint); }
.flag.required { color: var(--delete); border-color: currentColor; }
.note { margin: .125rem 0 0; font-size: .9375rem; }
.inner > summary { cursor: pointer; font-size: .875rem; color: var(--accent); padding: .125rem 0; width: fit-content; }
.response { border-top: 1px solid var(--line); }
.response:first-of-type { border-top: 0; }
.response > summary { cursor: pointer; padding: .375rem 0; }
.response > summary > code:first-child { font-weight: 700; display: inline-block; min-width: 3.75rem; }
.response .content { padding: 0 0 .75rem 1rem; }
.good { color: var(--post); }
.bad { color: var(--delete); }
.sample { position: relative; }
.sample button { position: absolute; top: .5rem; right: .5rem; background: var(--paper); }
pre {
  margin: 0; padding: .75rem .875rem; overflow-x: auto; tab-size: 2; line-height: 1.5;
  background: var(--raised); border: 1px solid var(--line); border-radius: 6px;
}
.alert { color: var(--delete); }
#calls { margin-bottom: 1rem; }
.inputs { display: flex; flex-wrap: wrap; gap: .25rem .75rem; align-items: center; font-size: .9375rem; }
.inputs select, .inputs input { width: auto; flex: 0 1 20rem; }
.try {
  display: grid; grid-template-columns: repeat(auto-fill, minmax(16rem, 1fr)); gap: .75rem; align-items: end; margin-top: .5rem;
  padding: .875rem; background: var(--raised); border: 1px solid var(--line); border-radius: 6px;
}
.try label > .head { margin-bottom: .25rem; }
.try label:has(textarea), .try > .buttons, .answer { grid-column: 1 / -1; }
.try pre { background: var(--paper); max-height: 32rem; overflow-y: auto; }
.send { color: var(--paper); background: var(--accent); border-color: var(--accent); }
.send:disabled { opacity: .5; cursor: default; }
.answer:empty { display: none; }
.answer > p { margin: 0 0 .375rem; }
.answer > * + * { margin-top: .375rem; }

@media (max-width: 52rem) {
  body { display: block; }
  nav { position: static; height: auto; border-right: 0; border-bottom: 1px solid var(--line); padding: 1rem; }
  nav .index { display: none; }
  .sample button { position: static; display: block; margin-bottom: .375rem; }
  .sample { display: flex; flex-direction: column-reverse; align-items: start; }
  .sample pre { width: 100%; }
  .operation > summary { grid-template-columns: auto minmax(0, 1fr); }
  .operation .summary { grid-column: 1 / -1; text-align: left; }
}
`
