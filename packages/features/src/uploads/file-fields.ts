import {
  type FieldDefinition,
  type FieldDefinitions,
  fieldTypes,
  type JsonObject,
  type UploadSettings,
} from '@quirecms/core/feature'
import { laterSizes } from './later-sizes.ts'
import { CROP_SCHEMA, POINT_SCHEMA } from './upload-bodies.ts'

const aText: FieldDefinition = { type: fieldTypes.text, options: {}, maintained: true }
const aNumber: FieldDefinition = { type: fieldTypes.number, options: { integer: true }, maintained: true }

const OBJECT_FIELDS: FieldDefinitions = { objectKey: aText, url: aText, mimeType: aText, filesize: aNumber }

/** Path of a folder, without slashes around it: `press/2030`. A folder exists while it contains files. */
const FOLDER: FieldDefinition = {
  type: fieldTypes.text,
  options: { index: true, maxLength: 200, pattern: /^[^\s/]+( [^\s/]+)*(\/[^\s/]+( [^\s/]+)*)*$/ },
}

const TAGS: FieldDefinition = { type: fieldTypes.text, options: { many: true, maxLength: 60, minLength: 1 } }

/**
 * Fields of an upload collection, besides its own (docs/contract/uploads.md#file-fields). Those of images are null
 * for all other files.
 */
export function fileFields({
  sizes,
  folders,
  tags,
}: Pick<UploadSettings, 'sizes' | 'folders' | 'tags'>): FieldDefinitions {
  const dimensions = { width: aNumber, height: aNumber }
  const size: FieldDefinition = { type: fieldTypes.group, options: { fields: { ...OBJECT_FIELDS, ...dimensions } } }
  return {
    filename: aText,
    ...OBJECT_FIELDS,
    hash: aText,
    ...dimensions,
    focalPoint: { type: fieldTypes.json, options: { schema: POINT_SCHEMA }, maintained: true },
    crop: { type: fieldTypes.json, options: { schema: CROP_SCHEMA }, maintained: true },
    placeholder: aText,
    ...(folders && { folder: FOLDER }),
    ...(tags && { tags: TAGS }),
    ...(Object.keys(sizes).length > 0 && {
      sizes: {
        type: fieldTypes.group,
        options: { fields: Object.fromEntries(Object.keys(sizes).map((name) => [name, size])) },
        maintained: true,
        completes: (value, content) => ({ ...(value as JsonObject), ...laterSizes(content, sizes) }),
      },
    }),
  }
}
