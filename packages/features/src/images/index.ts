import { type Call, type Feature, resolveUpload, type UploadSettings } from '@quirecms/core/feature'
import { forgetOtherFrames } from './derived-objects.ts'
import { inWidths } from './read-in-width.ts'
import { srcsetField } from './srcset-field.ts'
import { formatParameter, sizeParameter, widthParameter } from './wanted-picture.ts'

/**
 * Pictures made on first request: in the configured widths and formats, and in named sizes added to the configuration
 * after the upload (docs/contract/uploads.md#widths).
 */
export const images: Feature<Call> = {
  name: 'images',
  needs: ['uploads'],
  for: ({ options: { upload } }) => isMadeOnRequest(resolveUpload(upload)),
  adds({ options: { upload } }) {
    const options = resolveUpload(upload)
    if (!options) return {}
    return {
      ...(options.images && { fields: { srcset: srcsetField(options.images) } }),
      parameters: [
        ...(options.images ? [widthParameter, formatParameter] : []),
        ...(hasSizes(options) ? [sizeParameter] : []),
      ],
      changes: { readFile: inWidths(options) },
      onStore: forgetOtherFrames,
    }
  },
}

function isMadeOnRequest(options: UploadSettings | null): boolean {
  return options !== null && (options.images !== null || hasSizes(options))
}

function hasSizes({ sizes }: UploadSettings): boolean {
  return Object.keys(sizes).length > 0
}
