import { must } from '@quirecms/testkit'

export interface MailParts {
  readonly headers: string
  readonly text: string
  readonly html: string
}

/** The two parts of a mail, decoded, as an SMTP server received it. */
export function partsOf(raw: string): MailParts {
  const [headers = ''] = raw.split('\r\n\r\n', 1)
  const [, boundary] = must(/Content-Type: multipart\/alternative;\s+boundary="([^"]+)"/.exec(headers), 'boundary')
  const parts = raw.split(`--${must(boundary, 'boundary')}`).slice(1, -1)
  const [text, html] = parts.map(decoded)
  if (parts.length !== 2 || !parts[0]?.includes('text/plain') || !parts[1]?.includes('text/html'))
    throw new Error(`a mail has these parts:\n${raw}`)
  return { headers, text: must(text, 'text'), html: must(html, 'html') }
}

function decoded(part: string): string {
  const [head = '', ...rest] = part.split('\r\n\r\n')
  const body = rest.join('\r\n\r\n').trim()
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString()
  if (!/quoted-printable/i.test(head)) return body
  const bytes = body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
