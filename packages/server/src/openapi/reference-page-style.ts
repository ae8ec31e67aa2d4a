/**
 * Style of the reference page: the colours of the admin app (packages/admin/src/design/tokens.css), light or dark by
 * system preference, responsive. Uses the fonts of the admin app if it is installed.
 */
export const STYLE = `
:root {
  color-scheme: light dark;
  --paper: light-dark(oklch(98.6% .004 85), oklch(19.5% .006 60));
  --sheet: light-dark(oklch(99.6% .003 95), oklch(21.5% .006 60));
  --margin: light-dark(oklch(97.2% .006 80), oklch(18% .006 60));
  --hover: light-dark(oklch(95.6% .008 75), oklch(28% .008 60));
  --ink: light-dark(oklch(24% .008 60), oklch(92% .012 80));
  --second: light-dark(oklch(44% .01 65), oklch(76% .01 75));
  --third: light-dark(oklch(51% .01 65), oklch(69% .01 75));
  --line: light-dark(oklch(90.5% .007 75), oklch(29% .008 60));
  --field: light-dark(oklch(62% .012 65), oklch(53% .012 60));
  --rubric: light-dark(oklch(52% .175 28), oklch(70% .15 28));
  --on-rubric: light-dark(oklch(99% .004 85), oklch(20% .03 28));
  --green: light-dark(oklch(44% .09 155), oklch(76% .1 155));
  --blue: light-dark(oklch(46% .1 250), oklch(75% .09 250));
  --amber: light-dark(oklch(47% .1 70), oklch(78% .1 75));
  --sans: 'Instrument Sans Variable', ui-sans-serif, system-ui, sans-serif;
  --serif: 'Newsreader Variable', ui-serif, Georgia, serif;
  --mono: ui-monospace, 'SF Mono', 'Cascadia Mono', Consolas, 'Liberation Mono', monospace;
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { scroll-padding-top: 1.5rem; }
body {
  margin: 0; display: grid; grid-template-columns: 248px minmax(0, 1fr); min-height: 100vh;
  background: var(--paper); color: var(--ink); font: .875rem/1.5 var(--sans); -webkit-font-smoothing: antialiased;
}
h1, h2, h3, p { margin: 0; }
a { color: inherit; text-decoration-color: var(--field); text-underline-offset: 3px; }
a:hover { text-decoration-color: currentColor; }
code, pre { font-family: var(--mono); font-size: .8125rem; font-variant-ligatures: none; }
:focus-visible { outline: 2px solid var(--blue); outline-offset: 2px; border-radius: 5px; }
.skip { position: absolute; top: -100vh; }
.skip:focus { inset-inline-start: 16px; top: 16px; z-index: 2; padding: 8px 16px; background: var(--sheet); border: 1px solid var(--line); border-radius: 5px; }

nav {
  position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 24px 20px 48px;
  background: var(--margin); border-right: 1px solid var(--line);
}
nav .name { font: 500 1.1875rem/1.25 var(--serif); overflow-wrap: anywhere; }
nav .version { color: var(--third); font-size: .75rem; margin-top: 4px; }
.find { position: relative; margin: 20px 0 4px; }
.find label { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.find kbd {
  position: absolute; right: 8px; top: 7px; font: .6875rem/1rem var(--mono); color: var(--third);
  border: 1px solid var(--line); border-radius: 4px; padding: 0 5px; pointer-events: none;
}
.find input:focus + kbd { visibility: hidden; }
input, select, textarea {
  width: 100%; min-height: 32px; padding: 5px 10px; font: inherit; color: inherit;
  background: var(--sheet); border: 1px solid var(--line); border-radius: 5px;
}
main input, main select, main textarea { border-color: var(--field); }
input:focus, select:focus, textarea:focus { border-color: var(--ink); outline: none; box-shadow: 0 0 0 1px var(--ink); }
input::placeholder { color: var(--third); opacity: 1; }
textarea { font-family: var(--mono); font-size: .8125rem; line-height: 1.5; resize: vertical; }
nav .count { font-size: .75rem; color: var(--third); }
nav .group { margin: 24px 0 4px; font-size: .75rem; font-weight: 500; color: var(--third); }
nav details > summary {
  list-style: none; cursor: pointer; padding: 4px 8px; margin: 0 -8px; border-radius: 5px; font-weight: 500; overflow-wrap: anywhere;
}
nav details > summary::-webkit-details-marker { display: none; }
nav details > summary:hover, nav li a:hover { background: var(--hover); }
nav ul { list-style: none; margin: 0 0 8px; padding: 0; }
nav li a {
  display: block; padding: 3px 8px; margin: 0 -8px 0 0; border-left: 1px solid var(--line);
  color: var(--second); text-decoration: none; font-size: .8125rem;
}
nav li a[aria-current] { color: var(--ink); border-left-color: var(--rubric); font-weight: 500; }

main { padding: 48px clamp(16px, 4vw, 56px) 96px; max-width: 76rem; width: 100%; }
main h1 { font: 400 2.5rem/1.1 var(--serif); letter-spacing: -.015em; overflow-wrap: anywhere; text-wrap: balance; }
main .lead { margin-top: 12px; max-width: 68ch; font: 1.0625rem/1.55 var(--serif); color: var(--second); }
.about { display: flex; flex-wrap: wrap; gap: 4px 20px; margin: 16px 0 0; color: var(--third); font-size: .8125rem; }
.start { margin-top: 32px; }
.start > h2 { font-size: .875rem; font-weight: 600; margin-bottom: 8px; }
main section { margin-top: 64px; }
main section > header { padding-bottom: 12px; border-bottom: 1px solid var(--line); }
main section > header h2 { font: 400 1.625rem/1.2 var(--serif); letter-spacing: -.01em; overflow-wrap: anywhere; }
main section > header p { margin-top: 4px; color: var(--second); max-width: 68ch; }
.buttons { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; }
button {
  font: inherit; font-size: .8125rem; min-height: 28px; padding: 3px 10px; border-radius: 5px; cursor: pointer;
  color: var(--second); background: none; border: 1px solid var(--line);
}
button:hover { color: var(--ink); background: var(--hover); }

.operation { border-bottom: 1px solid var(--line); }
.operation > summary {
  display: grid; grid-template-columns: 56px minmax(0, 1fr) auto; gap: 4px 12px; align-items: baseline;
  padding: 12px 8px; margin: 0 -8px; cursor: pointer; list-style: none; border-radius: 5px;
}
.operation > summary::-webkit-details-marker { display: none; }
.operation > summary:hover { background: var(--hover); }
.operation .title { font-weight: 500; }
.operation[open] .title { font-weight: 600; }
.operation .path { color: var(--third); overflow-wrap: anywhere; text-align: right; }
.operation .body { padding: 12px 0 40px; display: grid; grid-template: auto 1fr / minmax(0, 1fr) minmax(0, 27rem); gap: 0 40px; align-items: start; }
.operation .body > .about-it { grid-column: 1; grid-row: 1; max-width: 68ch; color: var(--second); }
.operation .body > .code { position: sticky; top: 24px; grid-column: 2; grid-row: 1 / span 2; }
.operation .body > .words { grid-column: 1; grid-row: 2; }
.operation h3 { margin: 28px 0 4px; font-size: .8125rem; font-weight: 600; }
.schema .body { display: block; }
.schema > summary { grid-template-columns: minmax(0, 1fr); }
.schema .path { text-align: left; color: var(--ink); }
.method { font: 600 .6875rem/1.5 var(--mono); letter-spacing: .02em; color: var(--blue); }
.method.post { color: var(--green); }
.method.patch, .method.put { color: var(--amber); }
.method.delete { color: var(--rubric); }

.members { list-style: none; margin: 0; padding: 0; }
.members > li { padding: 8px 0; border-top: 1px solid var(--line); }
.members > li:first-child { border-top: 0; }
.members .members { margin-left: 2px; padding-left: 14px; border-left: 1px solid var(--line); }
.head { display: flex; flex-wrap: wrap; gap: 2px 10px; align-items: baseline; }
.head .key { font-weight: 600; overflow-wrap: anywhere; }
.kind, .limits { color: var(--third); font-size: .8125rem; overflow-wrap: anywhere; }
.flag { font-size: .75rem; color: var(--third); }
.flag.required { color: var(--rubric); }
.note { margin: 2px 0 0; color: var(--second); max-width: 68ch; }
.inner > summary, .response > summary { cursor: pointer; }
.inner > summary { font-size: .8125rem; color: var(--second); padding: 2px 0; width: fit-content; text-decoration: underline; text-decoration-color: var(--field); text-underline-offset: 3px; }
.response { border-top: 1px solid var(--line); }
.response:first-of-type { border-top: 0; }
.response > summary { padding: 6px 0; color: var(--second); }
.response > summary > code:first-child { font-weight: 600; display: inline-block; min-width: 40px; }
.response .content { padding: 0 0 12px 16px; }
.good { color: var(--green); }
.bad { color: var(--rubric); }
.samples { border: 1px solid var(--line); border-radius: 5px; background: var(--sheet); overflow: hidden; }
.tabs { display: flex; align-items: center; border-bottom: 1px solid var(--line); padding: 0 4px 0 6px; gap: 2px; }
.tabs [role=tablist] { display: flex; flex: 1; }
.tabs [role=tab] { border: 0; border-radius: 0; padding: 7px 8px; min-height: 36px; margin-bottom: -1px; border-bottom: 2px solid transparent; background: none; }
.tabs [role=tab][aria-selected=true] { color: var(--ink); font-weight: 600; border-bottom-color: var(--rubric); }
.tabs [role=tab]:focus-visible { outline-offset: -2px; }
.tabs .copy { border: 0; }
pre { margin: 0; padding: 12px 14px; overflow-x: auto; tab-size: 2; line-height: 1.55; }
.samples pre { white-space: pre-wrap; overflow-wrap: anywhere; max-height: 30rem; overflow-y: auto; }
.sample { position: relative; border: 1px solid var(--line); border-radius: 5px; background: var(--sheet); }
.sample .copy { position: absolute; top: 6px; right: 6px; background: var(--sheet); }
.aside { margin-top: 8px; font-size: .8125rem; color: var(--third); }
.alert { color: var(--rubric); }
#calls { margin-top: 20px; }
.inputs { display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: center; }
.inputs select, .inputs input { width: auto; flex: 0 1 20rem; }
.attempt { margin-top: 20px; }
.try { display: grid; grid-template-columns: repeat(auto-fill, minmax(14rem, 1fr)); gap: 12px; align-items: end; margin-top: 8px; padding: 16px; background: var(--margin); border: 1px solid var(--line); border-radius: 5px; }
.try label > .head { margin-bottom: 4px; }
.try label:has(textarea), .try > .buttons, .answer { grid-column: 1 / -1; }
.try pre { background: var(--sheet); max-height: 32rem; overflow-y: auto; }
.send { color: var(--on-rubric); background: var(--rubric); border-color: var(--rubric); font-weight: 600; min-height: 32px; padding: 3px 16px; }
.send:hover { color: var(--on-rubric); background: var(--rubric); }
.send:disabled { opacity: .5; cursor: default; }
.answer:empty { display: none; }
.answer > * + * { margin-top: 6px; }

@media (max-width: 72rem) {
  .operation .body { display: block; }
  .operation .body > .code { position: static; margin: 16px 0 8px; }
}
@media (max-width: 52rem) {
  body { display: block; }
  nav { position: static; height: auto; border-right: 0; border-bottom: 1px solid var(--line); padding: 16px; }
  nav .index, .find kbd { display: none; }
  nav .version, nav .name { display: inline; margin-right: 8px; }
  main { padding-top: 32px; }
  main h1 { font-size: 2rem; }
  main section { margin-top: 48px; }
  .operation > summary { grid-template-columns: 56px minmax(0, 1fr); }
  .operation .path { grid-column: 2; text-align: left; }
  .schema .path { grid-column: 1; }
}
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
`
