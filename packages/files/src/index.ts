import type { Files, ObjectStore } from '@quire/core'
import { typeOf } from './detect-type.ts'
import { type Network, PUBLIC_INTERNET } from './guarded-request.ts'
import { imageTools } from './image-tools.ts'
import { remoteFile } from './remote-file.ts'
import { WorkFiles } from './work-files.ts'

export type { Network } from './guarded-request.ts'
export { isPublicAddress } from './public-address.ts'
export { diskStore } from './disk-store.ts'

/** What upload collections need of the machine, around the storage that their files end up in. */
export function filesIn(store: ObjectStore, network: Network = PUBLIC_INTERNET): Files {
  const work = new WorkFiles(store.workFolder)
  return {
    store,
    receive: (content, limit, check) => work.receive(content, limit, check),
    fetch: (url, hosts) => remoteFile(url, hosts, network),
    discard: (path) => work.discard(path),
    discardOlderThan: (moment) => work.discardOlderThan(moment),
    typeOf,
    images: imageTools(work),
  }
}
