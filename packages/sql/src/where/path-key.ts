import { entersDocument, type Path, type PathStep } from '@quirecms/core'

/**
 * Paths with the same key read the same value. A path into other documents has none, because it contains conditions.
 *
 * Every query computes the keys of its paths, so this is optimized. Arbitrary texts are preceded by their length, so
 * that different paths never have the same key.
 */
export function pathKey(path: Path): string {
  let key: string = path.storedAs
  for (const step of path.steps) key += stepKey(step)
  return key
}

export function leavesDocument(path: Path): boolean {
  return path.steps.some(entersDocument)
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
