import type { OptionKind } from './option-kinds.ts'
import { RICH_TEXT_MARKS, RICH_TEXT_NODES } from './rich-text-schema.ts'

export interface AllowedContent {
  readonly nodes: readonly string[]
  readonly marks: readonly string[]
}

const ALWAYS = ['doc', 'paragraph', 'text', 'hardBreak']

/** Child nodes that come with a chosen node. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  bulletList: ['listItem'],
  orderedList: ['listItem'],
  table: ['tableRow', 'tableCell', 'tableHeader'],
}

const CHOICES = RICH_TEXT_NODES.filter((name) => !ALWAYS.includes(name) && !Object.values(PARTS).flat().includes(name))

const WITHOUT_BLOCKS: AllowedContent = {
  nodes: RICH_TEXT_NODES.filter((name) => name !== 'block'),
  marks: RICH_TEXT_MARKS,
}

/** The option `blocks` alone decides whether a text may contain blocks. */
export function allowedContent({
  nodes,
  marks,
  blocks,
}: {
  readonly nodes?: readonly string[] | undefined
  readonly marks?: readonly string[] | undefined
  readonly blocks?: object | undefined
}): AllowedContent {
  if (!nodes && !marks && !blocks) return WITHOUT_BLOCKS
  const given = nodes ?? CHOICES
  const chosen = new Set([...ALWAYS, ...given, ...given.flatMap((name) => PARTS[name] ?? [])])
  if (blocks) chosen.add('block')
  else chosen.delete('block')
  return { nodes: RICH_TEXT_NODES.filter((name) => chosen.has(name)), marks: marks ?? RICH_TEXT_MARKS }
}

export const someNodes: OptionKind = someOf(CHOICES)
export const someMarks: OptionKind = someOf(RICH_TEXT_MARKS)

function someOf(names: readonly string[]): OptionKind {
  return (value) =>
    Array.isArray(value) && value.every((name) => names.includes(name as string))
      ? null
      : `must be a list of some of these: ${names.join(', ')}`
}
