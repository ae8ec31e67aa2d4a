import type { Feature } from '../contracts/contribution.ts'
import type { RecordTable } from '../contracts/records.ts'
import type { PluginConfig } from '../config/define-config.ts'
import { ProblemList } from '../config/problem-list.ts'

/** A record table with the feature that declares it. */
export interface OwnedTable<Call> {
  readonly table: RecordTable
  readonly feature: Feature<Call>
}

/**
 * The record tables of all features, each once. Features may declare the same table; two tables with one name would
 * share their rows.
 */
export function resolveRecords<Call>(
  owned: readonly OwnedTable<Call>[],
  plugins: readonly PluginConfig[],
): RecordTable[] {
  const first = new Map<string, OwnedTable<Call>>()
  const problems = new ProblemList()
  const nameOf = ({ feature }: OwnedTable<Call>) => {
    const plugin = plugins.find(({ features = [] }) => features.some((one) => (one as unknown) === feature))
    return `the feature "${feature.name}"${plugin ? ` of the plugin "${plugin.key}"` : ''}`
  }
  for (const one of owned) {
    const { name } = one.table
    const other = first.get(name)
    if (!other) first.set(name, one)
    else if (other.table !== one.table && other.feature !== one.feature) {
      const both = `${nameOf(other)} and ${nameOf(one)}`
      problems.add('', `The record table "${name}" comes from both ${both}. Rename one of them.`)
    }
  }
  problems.throwIfAny()
  return [...first.values()].map(({ table }) => table)
}
