import { words } from './words.ts'

/** Names of the fields that Quire adds to users and files. */
export const ownFieldWords = words('ownFields', {
  createdBy: 'Created by',
  updatedBy: 'Last changed by',
  email: 'Email address',
  _service: 'Service account',
  filename: 'File name',
  mimeType: 'File type',
  filesize: 'File size',
  url: 'Address',
  hash: 'Checksum',
  objectKey: 'Storage key',
  width: 'Width',
  height: 'Height',
  focalPoint: 'Focal point',
  crop: 'Crop',
  placeholder: 'Placeholder',
  sizes: 'Sizes',
  srcset: 'Widths',
  folder: 'Folder',
  tags: 'Tags',
})
