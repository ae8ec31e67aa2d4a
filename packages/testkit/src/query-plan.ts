import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import type { SqlDatabaseConfig } from '@quirecms/core'
import { Client } from 'pg'

/** Asks a database for the plan of a statement. */
export interface Explainer {
  explain(text: string, parameters: readonly unknown[]): Promise<string>
  /** Runs `analyze`; SQLite needs none. */
  gatherStatistics(): Promise<void>
  close(): Promise<void>
}

export async function openExplainer(database: SqlDatabaseConfig): Promise<Explainer> {
  if (database.dialect === 'sqlite') {
    const connection = new DatabaseSync(database.path)
    return {
      explain: async (text, parameters) => {
        const steps = connection.prepare(`explain query plan ${text}`).all(...(parameters as SQLInputValue[]))
        return steps.map(({ detail }) => String(detail)).join('\n')
      },
      gatherStatistics: async () => {},
      close: async () => connection.close(),
    }
  }
  const client = new Client(database.url)
  await client.connect()
  return {
    explain: async (text, parameters) => {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${text}`, [...parameters])
      return withoutSortOfPage(rows.map((row) => row['QUERY PLAN']).join('\n'))
    },
    gatherStatistics: async () => {
      await client.query('vacuum analyze')
    },
    close: () => client.end(),
  }
}

/** Drops the last sort of a plan, which orders the documents of a page. */
function withoutSortOfPage(plan: string): string {
  return plan.replace(/^Sort .*\n +Sort Key: keys_in_order\.place\n/, '')
}
