import type { Path, PathStep } from '@quirecms/core'

/**
 * Paths with the same key read the same value. A path into other documents has none: conditions are part of it.
 *
 * Every query is looked up by the keys of its paths, so they are put together as cheaply as can be. What may be any text stands
 * behind its length, so that no two paths are written alike.
 */
export function pathKey(path: Path): string {
  let key: string = path.storedAs
  for (const step of path.steps) key += stepKey(step)
  return key
}

export function leavesDocument(path: Path): boolean {
  return path.steps.some(entersDocument)
}

export function entersDocument({ kind }: PathStep): boolean {
  return kind === 'hop' || kind === 'twin' || kind === 'inverse'
}

/** The step without its scope: indexes don't depend on the caller. */
export function stepKey(step: PathStep): string {
  switch (step.kind) {
    case 'column':
      return `#${measured(step.name)}`
    case 'key':
      return `.${measured(step.name)}`
    case 'locale':
      return `@${step.chain.length}${step.chain.map(measured).join('')}`
    case 'rows':
      return '[]'
    case 'elements':
      return '*'
    case 'part':
      return `/${measured(JSON.stringify(step.reading))}`
    case 'blocks':
      return `[${step.blocks.map(measured).join('')}]`
    case 'hop':
      return `>${measured(step.table)}${step.relationTo === null ? '' : measured(step.relationTo)}`
    case 'twin':
      return `=${measured(step.table)}`
    case 'inverse':
      return `<${measured(step.table)}${measured(step.path)}${measured(step.collection)}`
  }
}

function measured(text: string): string {
  return `${text.length}:${text}`
}
