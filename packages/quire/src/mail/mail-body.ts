import type { MailAction } from '@quirecms/core'

/** Escapes text for HTML, also in attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/**
 * Renders the text of a mail as HTML, paragraph by paragraph, escaped. The paragraph with the URL of the action becomes
 * a button, with the URL below it as a fallback. `dir="auto"` gives each text its own direction.
 */
export function mailBody(text: string, action: MailAction | undefined, accent: string): string {
  const button = action && isLink(action.url) ? action : undefined
  const paragraphs = text
    .replaceAll('\r\n', '\n')
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== '')
  return paragraphs
    .map((paragraph) =>
      button && paragraph.includes(button.url) ? buttonOf(button, accent) : blockOf(paragraph.split('\n')),
    )
    .join('\n')
}

const P = 'margin:0 0 16px;font-size:16px;line-height:24px;overflow-wrap:anywhere;'
const QUOTE = `${P}padding:0 16px;border-inline-start:3px solid #b5ada3;`

function blockOf(lines: readonly string[]): string {
  if (lines.every((line) => /^> ?/.test(line)))
    return `<blockquote dir="auto" style="${QUOTE}">${linesOf(lines.map((line) => line.replace(/^> ?/, '')))}</blockquote>`
  if (lines.every((line) => line.startsWith('- ')))
    return `<ul dir="auto" style="${P}padding-inline-start:24px;">${lines.map((line) => `<li>${linked(line.slice(2))}</li>`).join('')}</ul>`
  return `<p dir="auto" style="${P}">${linesOf(lines)}</p>`
}

function linesOf(lines: readonly string[]): string {
  return lines.map(linked).join('<br>')
}

const LINK = /https?:\/\/[^\s<>"]+/g

/** Links URLs in escaped text, without trailing punctuation. */
function linked(line: string): string {
  let html = ''
  let end = 0
  for (const { 0: found, index } of line.matchAll(LINK)) {
    const url = withoutLastSigns(found)
    html += escapeHtml(line.slice(end, index)) + linkTo(url)
    end = index + url.length
  }
  return html + escapeHtml(line.slice(end))
}

function withoutLastSigns(url: string): string {
  let end = url.length
  while (end > 0 && '.,;:!?)]}’”'.includes(url.charAt(end - 1))) end -= 1
  return url.slice(0, end)
}

function linkTo(url: string): string {
  if (!isLink(url)) return escapeHtml(url)
  return `<a href="${escapeHtml(url)}" class="link" style="color:inherit;text-decoration:underline;">${escapeHtml(url)}</a>`
}

function isLink(url: string): boolean {
  const protocol = URL.parse(url)?.protocol
  return protocol === 'https:' || protocol === 'http:'
}

function buttonOf({ label, url }: MailAction, accent: string): string {
  const look = `display:inline-block;padding:12px 20px;border-radius:6px;background:${accent};color:#ffffff;font-size:16px;line-height:20px;font-weight:600;text-decoration:none;`
  return [
    `<p dir="auto" style="${P}"><a href="${escapeHtml(url)}" class="button" style="${look}">${escapeHtml(label)}</a></p>`,
    `<p dir="ltr" class="quiet" style="margin:0 0 16px;font-size:13px;line-height:20px;overflow-wrap:anywhere;word-break:break-all;color:#6b645c;">${linkTo(url)}</p>`,
  ].join('\n')
}
