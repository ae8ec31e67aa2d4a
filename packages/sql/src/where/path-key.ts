import type { Path, PathStep } from '@quire/core'

const written = new WeakMap<Path, string>()

/** Paths with the same key read the same value. A path into other documents has none: conditions are part of it. */
export function pathKey(path: Path): string {
  const known = written.get(path)
  if (known !== undefined) return known
  const key = JSON.stringify([path.storedAs, path.steps.map(stepKey)])
  written.set(path, key)
  return key
}

export function leavesDocument(path: Path): boolean {
  return path.steps.some(({ kind }) => kind === 'hop' || kind === 'inverse')
}

export function stepKey(step: PathStep): readonly unknown[] {
  switch (step.kind) {
    case 'column':
    case 'key':
      return [step.kind, step.name]
    case 'locale':
      return [step.kind, step.chain]
    case 'blocks':
      return [step.kind, step.block]
    case 'hop':
      return [step.kind, step.table, step.relationTo]
    case 'inverse':
      return [step.kind, step.table, step.path, step.collection]
    default:
      return [step.kind]
  }
}
