import type { Step } from './sequence.ts'

interface LeftOut {
  readonly kind: 'left out'
  readonly count: number
}

const CONTEXT = 3

export function withoutLongSame<Item>(steps: readonly Step<Item>[]): (Step<Item> | LeftOut)[] {
  const isNear = steps.map((_, index) =>
    steps.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some(({ kind }) => kind !== 'same'),
  )
  const shown: (Step<Item> | LeftOut)[] = []
  for (const [index, step] of steps.entries()) {
    const last = shown.at(-1)
    if (isNear[index]) shown.push(step)
    else if (last?.kind === 'left out') shown[shown.length - 1] = { kind: 'left out', count: last.count + 1 }
    else shown.push({ kind: 'left out', count: 1 })
  }
  return shown
}
