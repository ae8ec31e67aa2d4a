import {
  type Call,
  changesDocument,
  type ImageFrame,
  type Issue,
  type JsonObject,
  type Operation,
  parseJson,
  prepare,
  QuireError,
  type StoredDocument,
  updateDocument,
  type UploadSettings,
} from '@quirecms/core/feature'
import { fetchObject } from './fetch-object.ts'
import { refuseIfOver, withFiles } from './file-work.ts'
import { objectsIn } from './named-objects.ts'
import { storeSizes } from './store-file.ts'
import { forget } from './stored-objects.ts'
import { IMAGE_FRAME_SCHEMA } from './upload-bodies.ts'

/**
 * Sets the focal point and crop of an image, and makes its sizes again as new objects, so that the URL of an old size
 * never shows another picture. The original stays as it is.
 */
export function updateImage(options: UploadSettings): Operation<Call> {
  return changesDocument({
    name: 'updateImage',
    summary: 'Set the focal point and the crop of an image',
    description: 'The sizes of the image are generated again around that point.',
    endpoint: { method: 'PATCH', path: '/{id}/image' },
    local: { method: 'updateImage', args: ['id', 'body'] },
    body: { kind: 'schema', schema: IMAGE_FRAME_SCHEMA },
    rule: 'update',
    async begin({ call, load }) {
      const seen = await load()
      const frame = frameOf(call.input.body ?? {}, contentOf(seen))
      const made = await withFiles(call.runtime, async (at) => {
        const path = await fetchObject(at, objectsIn(seen.json)[0])
        return { ...(await storeSizes(call, at, options, path, frame, sizesOf(seen))), over: at.over }
      })
      return { original: contentOf(seen)['objectKey'], frame, made }
    },
    async run({ call, unit, before, begun: { original, frame, made } }) {
      refuseIfOver(made.over)
      if (contentOf(before)['objectKey'] !== original)
        throw new QuireError('conflict', 'The file was replaced at the same time. Try again.')
      const writing = { ...call, maintained: { ...(frame as unknown as JsonObject), ...made.fields } }
      return updateDocument(writing, unit, before, await prepare(writing, {}, before))
    },
    undoBegin: (call, { made }) => forget(call, made.keys),
  })
}

function contentOf({ json }: StoredDocument): JsonObject {
  return parseJson(json) as JsonObject
}

function frameOf(asked: JsonObject, content: JsonObject): ImageFrame {
  if (content['width'] === null || content['width'] === undefined)
    throw new QuireError('invalid_state', 'This file is not an image that can be changed.')
  const crop = (asked['crop'] === undefined ? content['crop'] : asked['crop']) as ImageFrame['crop']
  const issues = crop ? cropIssues(crop) : []
  if (issues.length > 0) throw new QuireError('validation', 'The request is not valid. The issues say why.', { issues })
  return { focalPoint: asked['focalPoint'] as unknown as ImageFrame['focalPoint'], crop: crop ?? null }
}

/** Sums of decimal fractions may be inexact. */
const TOLERANCE = 1e-6

function cropIssues({ x, y, width, height }: NonNullable<ImageFrame['crop']>): Issue[] {
  const sides = [
    ['width', x, width],
    ['height', y, height],
  ] as const
  return sides.flatMap(([name, start, length]): Issue[] => {
    const path = `crop.${name}`
    if (length <= 0) return [{ code: 'min', path, message: 'Must be more than 0.' }]
    return start + length > 100 + TOLERANCE ? [{ code: 'max', path, message: 'Must lie within the image.' }] : []
  })
}

/** Keys of the sizes that are replaced. */
function sizesOf({ json }: StoredDocument): string[] {
  return objectsIn(json)
    .slice(1)
    .map(({ key }) => key)
}
