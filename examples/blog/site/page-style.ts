import { createHash } from 'node:crypto'

const FONTS = "'Iowan Old Style', 'Palatino Linotype', Palatino, Georgia, serif"

/** The looks of the magazine. */
export const style = `
:root { color-scheme: light dark; --ink: light-dark(#23201c, #ebe6dc); --soft: light-dark(#6b645a, #a59d90);
  --paper: light-dark(#fbf8f2, #1a1816); --line: light-dark(#ddd5c8, #3a352f); --red: light-dark(#a8322a, #ec7a6c); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 18px/1.6 ${FONTS}; }
header, main, footer { max-width: 680px; margin: 0 auto; padding: 0 24px; }
header { display: flex; gap: 16px; align-items: baseline; padding-block: 24px; border-bottom: 1px solid var(--line); }
header strong { font-size: 21px; font-weight: 600; }
header span, .about, footer, figcaption { color: var(--soft); font-size: 15px; }
h1 { margin: 48px 0 12px; font-size: clamp(32px, 7vw, 46px); font-weight: 500; line-height: 1.12; letter-spacing: -0.01em; }
h2 { margin: 40px 0 8px; font-size: 25px; font-weight: 600; line-height: 1.25; }
.lead { margin: 0 0 24px; color: var(--soft); font-size: 21px; line-height: 1.45; }
.about { display: flex; gap: 12px; align-items: center; margin: 0 0 32px; }
.about img { width: 40px; height: 40px; border-radius: 50%; }
.cover { display: block; width: 100%; height: auto; margin: 0 0 32px; border-radius: 4px; }
a { color: var(--red); text-underline-offset: 3px; }
blockquote { margin: 32px 0; padding: 0 0 0 24px; border-left: 3px solid var(--red); font-size: 22px; font-style: italic; }
pre, aside { margin: 24px 0; padding: 16px 20px; border: 1px solid var(--line); border-radius: 4px; overflow: auto; }
pre, code { font: 15px/1.5 ui-monospace, 'SF Mono', Menlo, monospace; }
figure { margin: 32px 0; }
figure blockquote { margin: 0 0 8px; }
footer { margin-top: 64px; padding-block: 24px; border-top: 1px solid var(--line); }
`

/** Nothing runs on these pages but what a preview needs, and only the admin app may show them in a frame: in its preview. */
export function policyFor(script: string): string {
  return [
    "default-src 'none'",
    "img-src 'self' https: data:",
    `style-src ${hashOf(style)}`,
    ...(script === '' ? [] : [`script-src ${hashOf(script)}`]),
    "frame-ancestors 'self'",
  ].join('; ')
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
