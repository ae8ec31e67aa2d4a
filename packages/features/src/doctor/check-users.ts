import { everyRecord, type Findings, type Runtime } from '@quirecms/core/feature'
import { CREDENTIALS, revokeAll } from '../auth/offers.ts'

/** Checks that credentials belong to existing users. */
export async function* checkUsers({ manifest, storage: { reader } }: Runtime): Findings {
  for (const { slug, auth, table } of Object.values(manifest.collections)) {
    if (!auth) continue
    for await (const { userId: id } of everyRecord(reader, CREDENTIALS, { collection: slug })) {
      if (await reader.get(table.name, id)) continue
      yield {
        place: `${slug} ${id}`,
        message: 'There is a password for this user, but the user does not exist.',
        repair: (tx) => revokeAll(tx.records, slug, id, 'everything'),
      }
    }
  }
}
