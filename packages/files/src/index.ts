import type { Files, ObjectStore } from '@quire/core'
import { typeOf } from './detect-type.ts'
import { imageTools } from './image-tools.ts'
import { WorkFiles } from './work-files.ts'

export { diskStore } from './disk-store.ts'

/** What upload collections need of the machine, around the storage that their files end up in. */
export function filesIn(store: ObjectStore): Files {
  const work = new WorkFiles(store.workFolder)
  return {
    store,
    receive: (content, limit, check) => work.receive(content, limit, check),
    discard: (path) => work.discard(path),
    discardOlderThan: (moment) => work.discardOlderThan(moment),
    typeOf,
    images: imageTools(work),
  }
}
