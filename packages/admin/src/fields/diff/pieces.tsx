import type { Piece } from './compare-words.ts'
import styles from './diff.module.css'

/** Words that stayed, went and came. */
export function Pieces({ pieces }: { readonly pieces: readonly Piece[] }) {
  return pieces.map(({ kind, text }, index) => {
    // Pieces have no name but their place.
    if (kind === 'same') return <span key={index}>{text}</span>
    if (kind === 'removed') return <del key={index}>{text}</del>
    return (
      <ins key={index} className={styles.ins}>
        {text}
      </ins>
    )
  })
}
