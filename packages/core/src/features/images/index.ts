import type { Feature } from '../../contracts/contribution.ts'
import { isUploadConfig, resolveUpload } from '../../config/upload.ts'
import type { Call } from '../../engine/call.ts'
import { forgetOtherFrames } from './derived-objects.ts'
import { inWidths } from './read-in-width.ts'
import { srcsetField } from './srcset-field.ts'
import { formatParameter, widthParameter } from './wanted-picture.ts'

/** Pictures in any of the configured widths and formats, made when somebody first asks for one (docs/contract/uploads.md#widths). */
export const images: Feature<Call> = {
  name: 'images',
  needs: ['uploads'],
  for: ({ options: { upload } }) => isUploadConfig(upload) && resolveUpload(upload).images !== null,
  adds({ options: { upload } }) {
    const options = resolveUpload(isUploadConfig(upload) ? upload : true)
    if (!options.images) return {}
    return {
      fields: { srcset: srcsetField(options.images) },
      parameters: [widthParameter, formatParameter],
      changes: { readFile: inWidths(options, options.images) },
      onStore: forgetOtherFrames,
    }
  },
}
