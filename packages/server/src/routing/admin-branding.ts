import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { accentTokens, type BrandingConfig } from '@quirecms/core'

export interface Branding {
  readonly head: string
  readonly name: string | undefined
  /**
   * Files by the names under which they are served. The names contain a content hash, so that browsers can cache them
   * indefinitely.
   */
  readonly files: ReadonlyMap<string, Buffer>
}

/** Reads the branding at start, so that a missing file fails the start and not a request. */
export function readBranding({ name, logo, accent, signInPicture }: BrandingConfig): Branding {
  const files = new Map<string, Buffer>()
  const keep = (kind: string, ending: string, content: Buffer) => {
    const hash = createHash('sha256').update(content).digest('hex').slice(0, 12)
    const served = `assets/branding/${kind}-${hash}${ending}`
    files.set(served, content)
    return served
  }
  const keepFile = (kind: string, file: URL) => {
    const path = fileURLToPath(file)
    return keep(kind, extname(path).toLowerCase(), read(kind, path))
  }
  const meta = (kind: string, content: string) => `<meta name="quire-${kind}" content="${escaped(content)}" />`
  const head: string[] = []
  if (name !== undefined) head.push(meta('name', name))
  if (logo) {
    const served = keepFile('logo', logo)
    head.push(meta('logo', served), `<link rel="icon" href="./${served}" />`)
  }
  if (signInPicture) head.push(meta('picture', keepFile('picture', signInPicture)))
  if (accent !== undefined) {
    const style = keep('accent', '.css', Buffer.from(styleOf(accent)))
    head.push(`<link rel="stylesheet" href="./${style}" />`)
  }
  return { head: head.join(''), name, files }
}

/** The doubled `:root` has a higher specificity than the app's tokens, which come later. */
function styleOf(accent: NonNullable<BrandingConfig['accent']>): string {
  const tokens = Object.entries(accentTokens(accent)).map(([token, value]) => `--${token}: ${value};`)
  return `:root:root { ${tokens.join(' ')} }\n`
}

function read(kind: string, path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (cause) {
    throw new Error(`admin.branding: the ${kind} at ${path} can't be read.`, { cause })
  }
}

export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
