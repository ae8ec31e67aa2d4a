import type { Operation } from '../../contracts/operation.ts'
import type { ImagesOptions } from '../../config/upload-images.ts'
import type { UploadOptions } from '../../config/upload.ts'
import type { Call } from '../../engine/call.ts'
import { type LocatedFile, locateFile, type SentObject, streamed } from '../uploads/offers.ts'
import { makeOnce } from './make-once.ts'
import { planPicture } from './picture-plan.ts'
import { notTheOriginal, pictureSchemas, wantedPicture } from './wanted-picture.ts'

/** The same file, or a picture of it as wide as somebody wants it. */
export function inWidths(
  options: UploadOptions,
  images: ImagesOptions,
): (readFile: Operation<Call>) => Operation<Call> {
  return (readFile) => ({
    ...readFile,
    description: `${readFile.description} Pictures come in several widths and formats, which are made when somebody first asks for one.`,
    parameters: [...readFile.parameters, 'w', 'format'],
    querySchemas: { ...readFile.querySchemas, ...pictureSchemas(images) },
    headers: [...(readFile.headers ?? []), 'accept'],
    async checkQuery(call) {
      await readFile.checkQuery?.(call)
      wantedPicture(call.input.query, call.input.headers?.['accept'], images)
    },
    async run(call) {
      const wanted = wantedPicture(call.input.query, call.input.headers?.['accept'], images)
      if (!wanted) return readFile.run(call)
      const located = await locateFile(call)
      const plan = planPicture(located.content, wanted, images)
      if (plan && !isOriginal(located)) throw notTheOriginal()
      const made = plan && (await makeOnce(call, options, located, plan))
      const content = await streamed(call, made ?? itself(located), located.content, options.disposition)
      const varies = wanted.isNegotiated && { varies: 'Accept' }
      // The same address shows another part of the picture once its crop changes.
      return { kind: 'stream', content: { ...content, mayChange: true, ...varies } }
    },
  })
}

function itself({ object, storedAt }: LocatedFile): SentObject {
  return { ...object, storedAt }
}

/** Only the file itself has a hash in its document. */
function isOriginal({ object }: LocatedFile): boolean {
  return object.hash !== null
}
