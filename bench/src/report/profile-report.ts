import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { tableText } from './table.ts'

interface CpuProfile {
  readonly nodes: readonly ProfileNode[]
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
}

interface ProfileNode {
  readonly id: number
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number }
  readonly children?: readonly number[]
}

interface FunctionTime {
  own: number
  /** Includes callees; recursive calls count once. */
  total: number
}

const ROWS = 40
const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** Lists functions by their own time, with the total including callees. */
export async function profileTable(file: string): Promise<string> {
  const times = functionTimes(JSON.parse(await readFile(file, 'utf8')) as CpuProfile)
  const working = [...times].filter(([name]) => name !== '(idle)' && name !== '(root)')
  const sum = working.reduce((all, [, { own }]) => all + own, 0)
  const share = (time: number) => `${((time / sum) * 100).toFixed(1)} %`
  const rows = working.toSorted(([, a], [, b]) => b.own - a.own).slice(0, ROWS)
  return tableText(
    ['function', 'own', 'with calls'],
    rows.map(([name, { own, total }]) => [name, share(own), share(total)]),
    1,
  )
}

function functionTimes({ nodes, samples, timeDeltas }: CpuProfile): Map<string, FunctionTime> {
  const ownTime = new Map<number, number>()
  for (const [index, id] of samples.entries()) ownTime.set(id, (ownTime.get(id) ?? 0) + (timeDeltas[index] ?? 0))
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const times = new Map<string, FunctionTime>()

  function visit(node: ProfileNode, callers: ReadonlySet<string>): number {
    const name = nameOf(node)
    const own = ownTime.get(node.id) ?? 0
    const below = new Set(callers).add(name)
    const children = (node.children ?? []).map((id) => byId.get(id)).filter((child) => child !== undefined)
    const total = children.reduce((sum, child) => sum + visit(child, below), own)
    const known = times.get(name) ?? { own: 0, total: 0 }
    times.set(name, { own: known.own + own, total: known.total + (callers.has(name) ? 0 : total) })
    return total
  }

  const [root] = nodes
  if (root) visit(root, new Set())
  return times
}

/** `packages/core/src/engine/execute.ts:execute` */
function nameOf({ callFrame: { functionName, url, lineNumber } }: ProfileNode): string {
  if (url === '') return functionName
  const file = url.startsWith('file:') ? relative(ROOT, fileURLToPath(url)) : url
  return `${file}:${functionName || `line ${lineNumber + 1}`}`
}
