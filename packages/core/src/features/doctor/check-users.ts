import type { Runtime } from '../../engine/call.ts'
import { CREDENTIALS, revokeAll } from '../auth/offers.ts'
import { everyRecord } from '../../engine/read/every-document.ts'
import type { Findings } from '../../contracts/finding.ts'

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
