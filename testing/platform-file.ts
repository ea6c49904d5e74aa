/** Node's own `File`, which the handlers know; jsdom replaces the global `File` by another. */
export { File as PlatformFile } from 'node:buffer'
