import type { OptionKind } from './option-kinds.ts'
import { RICH_TEXT_MARKS, RICH_TEXT_NODES } from './rich-text-schema.ts'

/** What a rich text may consist of. */
export interface AllowedContent {
  readonly nodes: readonly string[]
  readonly marks: readonly string[]
}

/** What every text needs. */
const ALWAYS = ['doc', 'paragraph', 'text', 'hardBreak']

/** What comes along with others. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  bulletList: ['listItem'],
  orderedList: ['listItem'],
  table: ['tableRow', 'tableCell', 'tableHeader'],
}

/** The nodes that an application can choose from. */
const CHOICES = RICH_TEXT_NODES.filter((name) => !ALWAYS.includes(name) && !Object.values(PARTS).flat().includes(name))

const EVERYTHING: AllowedContent = { nodes: RICH_TEXT_NODES, marks: RICH_TEXT_MARKS }

export function allowedContent({
  nodes,
  marks,
}: {
  readonly nodes?: readonly string[]
  readonly marks?: readonly string[]
}): AllowedContent {
  if (!nodes && !marks) return EVERYTHING
  const chosen = nodes && new Set([...ALWAYS, ...nodes, ...nodes.flatMap((name) => PARTS[name] ?? [])])
  return {
    nodes: chosen ? RICH_TEXT_NODES.filter((name) => chosen.has(name)) : RICH_TEXT_NODES,
    marks: marks ?? RICH_TEXT_MARKS,
  }
}

export const someNodes: OptionKind = someOf(CHOICES)
export const someMarks: OptionKind = someOf(RICH_TEXT_MARKS)

function someOf(names: readonly string[]): OptionKind {
  return (value) =>
    Array.isArray(value) && value.every((name) => names.includes(name as string))
      ? null
      : `must be a list of some of these: ${names.join(', ')}`
}
