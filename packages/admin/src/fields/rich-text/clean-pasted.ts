/**
 * Pasted HTML without what office programs add to it: comments, styles, tags of their own. Their lists, which are
 * paragraphs with a sign, become lists, and formatting that they keep in styles becomes tags. What remains goes through
 * the schema, which takes only nodes and marks that it knows.
 */
export function cleanPasted(html: string): string {
  const body = /<body[^>]*>([\s\S]*)<\/body>/i.exec(html)?.[1] ?? html
  const plain = body
    .replaceAll(/<!--\[if !supportLists\]-->[\s\S]*?<!--\[endif\]-->/gi, (sign) => signOf(sign))
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .replaceAll(/<!\[[^\]]*\]>/g, '')
    .replaceAll(/<(style|xml|script|title|head)\b[\s\S]*?<\/\1>/gi, '')
    .replaceAll(/<\/?(o|w|v|m|st1):[^>]*>/gi, '')
    .replaceAll(/<(meta|link)\b[^>]*>/gi, '')
  return withoutStyles(stylesToTags(headings(lists(plain)))).trim()
}

const MARK = '\u2063'

/** Keeps of a list's sign only whether it counts. */
function signOf(sign: string): string {
  const text = sign
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&nbsp;', ' ')
    .trim()
  return `${MARK}${/^[\p{L}\d]{1,4}[.)]/u.test(text) ? '1' : '*'}${MARK}`
}

interface Item {
  readonly level: number
  readonly isOrdered: boolean
  readonly text: string
}

/** Neighbouring paragraphs of a list, as the list that they are. */
function lists(html: string): string {
  const item = String.raw`<p\b[^>]*mso-list:[^>]*>[\s\S]*?<\/p>`
  return html.replaceAll(new RegExp(String.raw`(?:${item}\s*)+`, 'gi'), (run) => {
    const items = [...run.matchAll(new RegExp(item, 'gi'))].map(([paragraph]): Item => {
      const level = Number(/mso-list:[^;"']*level(\d+)/i.exec(paragraph)?.[1] ?? 1)
      const text = paragraph.replace(/^<p\b[^>]*>/i, '').replace(/<\/p>$/i, '')
      return { level, isOrdered: text.includes(`${MARK}1${MARK}`), text: text.replaceAll(SIGN, '') }
    })
    return listOf(items)
  })
}

const SIGN = new RegExp(`${MARK}.${MARK}`, 'g')

function listOf(items: readonly Item[]): string {
  const [first] = items
  if (!first) return ''
  const tag = first.isOrdered ? 'ol' : 'ul'
  let made = `<${tag}>`
  let at = 0
  while (at < items.length) {
    const item = items[at]
    let next = at + 1
    while ((items[next]?.level ?? 0) > first.level) next += 1
    made += `<li><p>${item?.text.trim() ?? ''}</p>${listOf(items.slice(at + 1, next))}</li>`
    at = next
  }
  return `${made}</${tag}>`
}

function headings(html: string): string {
  return html.replaceAll(/<p\b[^>]*class="?'?MsoTitle\b[^>]*>([\s\S]*?)<\/p>/gi, '<h1>$1</h1>')
}

/** Innermost spans whose style is a mark. */
function stylesToTags(html: string): string {
  return html.replaceAll(/<span\b([^>]*)>([^<]*)<\/span>/gi, (_, attributes: string, text: string) => {
    const tags = [
      /font-weight:\s*(bold|[6-9]00)/i.test(attributes) && 'strong',
      /font-style:\s*italic/i.test(attributes) && 'em',
      /text-decoration[^;]*:\s*[^;]*underline/i.test(attributes) && 'u',
      /text-decoration[^;]*:\s*[^;]*line-through/i.test(attributes) && 's',
    ].filter((tag) => tag !== false)
    return tags.reduce((inner, tag) => `<${tag}>${inner}</${tag}>`, text)
  })
}

function withoutStyles(html: string): string {
  return html
    .replaceAll(/<[a-z][^>]*>/gi, (tag) =>
      // `<b style="font-weight:normal">` around everything is how one program says "nothing".
      /^<b\b[^>]*font-weight:\s*normal/i.test(tag) ? '<span>' : tag.replaceAll(ATTRIBUTES, ''),
    )
    .replaceAll(/<p>(?:\s|&nbsp;)*<\/p>/gi, '')
}

const ATTRIBUTES = /\s(style|class|lang|id|align|valign|width|height|dir|data-[\w-]+)=("[^"]*"|'[^']*'|[^\s>]+)/gi
