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
): { readonly records: readonly RecordTable[]; readonly recordsOfPlugins: readonly string[] } {
  const first = new Map<string, OwnedTable<Call>>()
  const problems = new ProblemList()
  const pluginOf = ({ feature }: OwnedTable<Call>) =>
    plugins.find(({ features = [] }) => features.some((one) => (one as unknown) === feature))
  const nameOf = (one: OwnedTable<Call>) => {
    const { feature } = one
    const plugin = pluginOf(one)
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
  const all = [...first.values()]
  return {
    records: all.map(({ table }) => table),
    recordsOfPlugins: all.filter((one) => pluginOf(one) !== undefined).map(({ table }) => table.name),
  }
}
