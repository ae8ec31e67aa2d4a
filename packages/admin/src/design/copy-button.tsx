import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { sharedWords } from '../words/shared.ts'
import { useWords } from '../words/use-words.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

const SHOWN = 2000

export function CopyButton({ text }: { readonly text: string }) {
  const said = useWords(sharedWords)
  const [isCopied, setCopied] = useState(false)

  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), SHOWN)
  }

  return (
    <Button kind="outline" aria-live="polite" onClick={() => void copy()}>
      <Icon of={isCopied ? Check : Copy} size={14} />
      {isCopied ? said.copied : said.copy}
    </Button>
  )
}
