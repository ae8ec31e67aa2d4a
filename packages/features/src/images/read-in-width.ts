import { type Call, type JsonObject, type Operation, parseJson, type UploadSettings } from '@quirecms/core/feature'
import { type LocatedFile, locateFile, type SentObject, sizeKey, streamed } from '../uploads/offers.ts'
import { makeOnce } from './make-once.ts'
import { type PicturePlan, planPicture, planSizeLater } from './picture-plan.ts'
import { notTheOriginal, pictureSchemas, type Wanted, wantedOf } from './wanted-picture.ts'

/** Extends `readFile`: returns the file, or a picture of it in a requested width or named size. */
export function inWidths(options: UploadSettings): (readFile: Operation<Call>) => Operation<Call> {
  const schemas = pictureSchemas(options)
  const wantedBy = ({ input: { query, headers } }: Call) => wantedOf(query, headers?.['accept'], options)
  return (readFile) => ({
    ...readFile,
    description: `${readFile.description} Pictures are available in several widths, formats or sizes, which are generated at the first request.`,
    parameters: [...readFile.parameters, ...Object.keys(schemas)],
    querySchemas: { ...readFile.querySchemas, ...schemas },
    ...(options.images && { headers: [...(readFile.headers ?? []), 'accept'] }),
    async checkQuery(call) {
      await readFile.checkQuery?.(call)
      wantedBy(call)
    },
    async run(call) {
      const wanted = wantedBy(call)
      if (!wanted) return readFile.run(call)
      const located = await locateFile(call)
      const sent = await pictureOf(call, located, wanted, options)
      const content = await streamed(call, sent, located.content, options.disposition)
      const varies = wanted.kind === 'width' && wanted.isNegotiated && { varies: 'Accept' }
      // The same URL shows another picture after the crop changes.
      return { kind: 'stream', content: { ...content, mayChange: true, ...varies } }
    },
  })
}

/** The object to send: a stored size, a picture made now, or the file itself. */
async function pictureOf(
  call: Call,
  located: LocatedFile,
  wanted: Wanted,
  options: UploadSettings,
): Promise<SentObject> {
  const plan = planOf(located.content, wanted, options)
  if (plan && !isOriginal(located)) throw notTheOriginal(wanted.kind === 'size' ? 'size' : 'w')
  if (wanted.kind === 'size') {
    const key = sizeKey(parseJson(located.content) as JsonObject, wanted.name)
    if (key !== undefined) return itself(await locateFile(naming(call, key)))
  }
  return (plan && (await makeOnce(call, options, located, plan))) ?? itself(located)
}

function planOf(content: string, wanted: Wanted, options: UploadSettings): PicturePlan | null {
  if (wanted.kind === 'size') return planSizeLater(content, wanted.name, options)
  return options.images && planPicture(content, wanted, options.images)
}

function naming(call: Call, objectKey: string): Call {
  return { ...call, input: { ...call.input, params: { ...call.input.params, objectKey } } }
}

function itself({ object, storedAt }: LocatedFile): SentObject {
  return { ...object, storedAt }
}

/** In a document, only the file itself has a hash. */
function isOriginal({ object }: LocatedFile): boolean {
  return object.hash !== null
}
