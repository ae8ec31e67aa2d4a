import { useNavigate } from '@tanstack/react-router'
import { Eye } from 'lucide-react'
import type { DocumentSearch } from '../../data/addresses.ts'
import type { Capabilities } from '../../data/document.ts'
import type { Place } from '../../data/document-api.ts'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { previewWords } from '../../words/preview.ts'
import { useWords } from '../../words/use-words.ts'
import { previewOf } from './preview-of.ts'

/** Opens and closes the pane. Not there where nobody said which page shows the document. */
export function PreviewButton({ place, access }: { readonly place: Place; readonly access: Capabilities }) {
  const said = useWords(previewWords)
  const navigate = useNavigate()
  if (previewOf(place, access) === undefined) return null
  const toggle = () =>
    void navigate({
      to: '.',
      search: ({ preview, ...old }: DocumentSearch) => (preview ? old : { ...old, preview: true }),
    })
  return (
    <Button onClick={toggle}>
      <Icon of={Eye} />
      <span>{said.preview}</span>
    </Button>
  )
}
