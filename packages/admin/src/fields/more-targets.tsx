import type { FoundTargets } from '../data/use-found.ts'
import { Button } from '../design/button.tsx'
import popup from '../design/popup.module.css'
import { inputWords } from '../words/fields.ts'
import { sharedWords } from '../words/shared.ts'
import { useWords } from '../words/use-words.ts'

export function MoreTargets({ found, total, showMore }: FoundTargets) {
  const { moreOf } = useWords(inputWords)
  const { more } = useWords(sharedWords)
  if (!showMore) return null
  return (
    <div className={popup.more}>
      <span role="status">{moreOf({ shown: found.length, total })}</span>
      <Button small onMouseDown={(event) => event.preventDefault()} onClick={showMore}>
        {more}
      </Button>
    </div>
  )
}
