export interface Token {
  readonly kind: 'plain' | 'comment' | 'text' | 'number' | 'word' | 'name'
  readonly text: string
}

/** Longer texts are shown without colours, so that typing never waits. */
const MOST = 50_000

const HASH = /^(py|python|rb|ruby|sh|bash|shell|yaml|yml|toml|ini|dockerfile|r|perl)$/
const DASH = /^(sql|lua|haskell|hs)$/
const MARKUP = /^(html|xml|svg|vue|svelte|markdown|md)$/

const WORDS = new Set(
  (
    'abstract and as async await break case catch class const continue def default del do elif else enum except export ' +
    'extends false finally fn for from func function if implements import in instanceof interface is lambda let match ' +
    'mod module mut new nil none not null of or package pass private protected pub public raise return select self ' +
    'static struct super switch this throw trait true try type typeof undefined union use val var void where while with ' +
    'yield insert update delete create table join on group order by limit values into set'
  ).split(' '),
)

/** Splits source code into tokens for colours: comments, strings, numbers and common keywords. It loads no grammar. */
export function tokensOf(code: string, language = ''): Token[] {
  if (code.length > MOST) return [{ kind: 'plain', text: code }]
  const tokens: Token[] = []
  let last = 0
  for (const match of code.matchAll(patternOf(language.toLowerCase()))) {
    if (match.index > last) tokens.push({ kind: 'plain', text: code.slice(last, match.index) })
    tokens.push({ kind: kindOf(match, code), text: match[0] })
    last = match.index + match[0].length
  }
  if (last < code.length) tokens.push({ kind: 'plain', text: code.slice(last) })
  return tokens
}

function patternOf(language: string): RegExp {
  const comment = commentOf(language)
  const tag = MARKUP.test(language) ? String.raw`<\/?[\w:-]+|\/?>` : '(?!)'
  // One sticky pattern, in order of precedence: comments, strings, numbers, words.
  return new RegExp(
    [
      `(?<comment>${comment})`,
      String.raw`(?<text>"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'|${'`'}(?:\\.|[^${'`'}\\])*${'`'}?)`,
      String.raw`(?<number>(?<![\w$])-?(?:0x[\da-f]+|\d[\d_]*(?:\.\d+)?(?:e[+-]?\d+)?)(?![\w$]))`,
      `(?<tag>${tag})`,
      String.raw`(?<word>[\p{L}_$][\p{L}\p{N}_$-]*)`,
    ].join('|'),
    'giu',
  )
}

function commentOf(language: string): string {
  if (language === 'json') return '(?!)'
  if (MARKUP.test(language)) return String.raw`<!--[\s\S]*?(?:-->|$)`
  if (HASH.test(language)) return String.raw`#[^\n]*`
  if (DASH.test(language)) return String.raw`--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)`
  return language === 'css' ? String.raw`\/\*[\s\S]*?(?:\*\/|$)` : String.raw`\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)`
}

function kindOf({ groups = {}, index, 0: text }: RegExpExecArray, code: string): Token['kind'] {
  if (groups['comment'] !== undefined) return 'comment'
  const isMember = /^\s*:(?!:)/.test(code.slice(index + text.length, index + text.length + 8))
  if (groups['text'] !== undefined) return isMember ? 'name' : 'text'
  if (groups['number'] !== undefined) return 'number'
  if (groups['tag'] !== undefined) return 'name'
  if (WORDS.has(text.toLowerCase())) return 'word'
  return isMember ? 'name' : 'plain'
}
