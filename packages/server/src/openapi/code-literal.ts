const SHORT = 72

const NAME = /^[a-z_$][\w$]*$/i

/** Formats a JSON value as TypeScript: `{ title: 'Hello' }`. */
export function literal(value: unknown, indentation = ''): string {
  if (typeof value === 'string') return quoted(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined'
  const inner = `${indentation}  `
  const parts = Array.isArray(value)
    ? value.map((one) => literal(one, inner))
    : Object.entries(value).map(([name, one]) => `${NAME.test(name) ? name : quoted(name)}: ${literal(one, inner)}`)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  if (parts.length === 0) return open + close
  const space = Array.isArray(value) ? '' : ' '
  const line = `${open}${space}${parts.join(', ')}${space}${close}`
  if (line.length + indentation.length <= SHORT && !line.includes('\n')) return line
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indentation}${close}`
}

function quoted(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll(String.raw`\"`, '"').replaceAll("'", String.raw`\'`)
  return `'${escaped}'`
}
