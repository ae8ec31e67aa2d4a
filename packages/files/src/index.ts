import type { Files, ObjectStore } from '@quirecms/core'
import { typeOf } from './detect-type.ts'
import { type Network, PUBLIC_INTERNET } from './guarded-request.ts'
import { imageTools } from './image-tools.ts'
import { remoteFile } from './remote-file.ts'
import { answerable } from './storage-failure.ts'
import { WorkFiles } from './work-files.ts'
import { removeAbandoned } from './work-folder.ts'

export { type Network, PUBLIC_INTERNET } from './guarded-request.ts'
export { isPublicAddress } from './public-address.ts'
export { diskStore } from './disk-store.ts'

export function filesIn(store: ObjectStore, network: Network = PUBLIC_INTERNET): Files {
  const images = imageTools()
  let cleaning = Promise.resolve()
  return {
    store: {
      ...answerable(store),
      async close() {
        images.close()
        await store.close()
      },
    },
    begin(over) {
      const work = new WorkFiles(store.workFolder)
      const breakOff = () => void work.end().catch(() => undefined)
      if (over?.aborted) breakOff()
      over?.addEventListener('abort', breakOff, { once: true })
      return {
        receive: (content, limit, check) => work.receive(content, limit, check),
        images: images.in(work, over),
        end() {
          over?.removeEventListener('abort', breakOff)
          return work.end()
        },
      }
    },
    fetch: (url, hosts, over) => remoteFile(url, hosts, network, over),
    removeAbandoned(before) {
      // Runs one cleanup at a time: the locks that the first one holds would make the folders look used to the second.
      cleaning = cleaning.then(() => removeAbandoned(store.workFolder, before))
      const done = cleaning
      cleaning = done.catch(() => undefined)
      return done
    },
    typeOf,
    get imagesWaiting() {
      return images.waiting
    },
  }
}
