import { useNavigate } from '@tanstack/react-router'
import { Eye } from 'lucide-react'
import type { DocumentSearch } from '../../data/addresses.ts'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { previewWords } from './words.ts'
import { useWords } from '../../words/use-words.ts'

export function PreviewButton() {
  const said = useWords(previewWords)
  const navigate = useNavigate()
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
