import { asRecord, recordsOf } from '../members.ts'

const ENOUGH = 200

export function plainText(value: unknown): string {
  let text = ''
  const walk = (node: unknown): void => {
    if (text.length >= ENOUGH) return
    const { text: own, content } = asRecord(node)
    if (typeof own === 'string') text += own
    for (const child of recordsOf(content)) walk(child)
    if (typeof own !== 'string' && !text.endsWith(' ')) text += ' '
  }
  walk(value)
  return text.slice(0, ENOUGH).trim()
}
