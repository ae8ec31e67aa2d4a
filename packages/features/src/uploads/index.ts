import { type Call, type Feature, resolveUpload } from '@quirecms/core/feature'
import { duplicateFile } from './duplicate-file.ts'
import { fileFields } from './file-fields.ts'
import { stampLaterSizes } from './later-sizes.ts'
import { OBJECT_HOLDS } from './remove-objects.ts'
import { moveAddresses } from './named-objects.ts'
import { OBJECTS } from './object-table.ts'
import { isBounded } from './quota.ts'
import { downloadParameter, readFile } from './read-file.ts'
import { remoteUpload } from './remote-upload.ts'
import { countStored, STORED_BYTES } from './stored-bytes.ts'
import { onFileRemoval, onFileStored } from './stored-objects.ts'
import { removeAnnounced, sweepObjects } from './sweep.ts'
import { updateImage } from './update-image.ts'
import { createWithFile, updateWithFile } from './with-file.ts'

/** A collection whose documents are files with metadata (docs/contract/uploads.md). */
export const uploads: Feature<Call> = {
  name: 'uploads',
  options: ['upload'],
  for: ({ options }) => resolveUpload(options['upload']) !== null,
  adds({ options: { upload } }) {
    const options = resolveUpload(upload)
    if (!options) return {}
    return {
      usesFiles: true,
      fields: fileFields(options),
      records: [OBJECTS, OBJECT_HOLDS, STORED_BYTES],
      jobs: isBounded(options.quota) ? [countStored] : [],
      changes: { create: createWithFile(options), update: updateWithFile(options), duplicate: duplicateFile(options) },
      parameters: [downloadParameter],
      operations: [readFile(options), updateImage(options), remoteUpload(options)],
      renamedContent: moveAddresses,
      ...(Object.keys(options.sizes).length > 0 && { stamp: stampLaterSizes(options) }),
      onStore: onFileStored(options),
      onRemove: onFileRemoval,
      doctorChecks: { files: async (call) => (await import('./check-objects.ts')).checkObjects(call) },
      doctorFileChecks: {
        'contents of files': async (call) => (await import('./check-contents.ts')).checkContents(call),
      },
    }
  },
}

export const uploadUpkeep: Feature<Call> = {
  name: 'upload upkeep',
  for: ({ kind, usesFiles }) => kind === 'service' && usesFiles,
  adds: () => ({
    jobs: [removeAnnounced, sweepObjects],
    doctorChecks: { files: async (call) => (await import('./check-objects.ts')).checkUnknownFiles(call) },
  }),
}
