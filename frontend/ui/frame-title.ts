import { createContext } from 'react'

/** How a screen tells the frame around it which title to show. */
export const FrameTitle = createContext<(title: string) => void>(() => {})
