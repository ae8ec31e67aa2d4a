import { File as FileIcon } from 'lucide-react'
import { useCallback } from 'react'
import { Icon } from '../design/icon.tsx'
import styles from './files.module.css'

/** A small picture of a file that is still on this machine. */
export function FilePicture({ file }: { readonly file: File }) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      const address = URL.createObjectURL(file)
      image.src = address
      return () => URL.revokeObjectURL(address)
    },
    [file],
  )
  return (
    <span className={styles.picture}>
      {file.type.startsWith('image/') ? <img ref={show} alt="" /> : <Icon of={FileIcon} />}
    </span>
  )
}
