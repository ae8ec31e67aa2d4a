import { type Call, everyRecord, type Findings } from '@quirecms/core/feature'
import { CREDENTIALS } from './auth-tables.ts'
import { revokeAll } from './revoke-all.ts'

export async function* checkUsers({ runtime, entity: { slug, table } }: Call): Findings {
  const { reader } = runtime.storage
  for await (const { userId: id } of everyRecord(reader, CREDENTIALS, { collection: slug })) {
    if (await reader.get(table.name, id)) continue
    yield {
      place: `${slug} ${id}`,
      message: 'There is a password for this user, but the user does not exist.',
      repair: (tx) => revokeAll(tx.records, slug, id, 'everything'),
    }
  }
}
