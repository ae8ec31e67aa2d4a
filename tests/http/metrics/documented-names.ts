import { readFileSync } from 'node:fs'

const text = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')

export const DOCUMENTED = [
  ...text('docs/metrics.md').matchAll(/^\| `(quire_\w+)` \| (counter|gauge|histogram) \|/gm),
].map(([, name = '', type = '']) => ({ name, type }))

/** Metrics in an example of the operations page, by sample name. */
export function namesIn(example: string): string[] {
  return [...new Set(text(`examples/operations/${example}`).match(/\bquire_\w+/g))]
}
