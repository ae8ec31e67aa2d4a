import type { CellProps, FieldType, InputProps } from './contract.ts'
import { FilesCell } from './files-cell.tsx'
import { lazily } from './lazily.tsx'
import { relationship } from './relationship.tsx'
import { targetsOf } from './relationship-value.ts'

/** A relationship to files, shown with previews. */
export const upload: FieldType = {
  ...relationship,
  name: 'upload',
  Input: lazily<InputProps>(async () => (await import('./upload-input.tsx')).UploadInput),
  Cell: UploadCell,
  isShort: false,
  picture: 'file',
}

function UploadCell({ field, value }: CellProps) {
  return <FilesCell targets={targetsOf(field, value)} />
}
