import { Button, FileButton, Group, Input, Progress, Text, VisuallyHidden } from '@mantine/core';
import { type DragEvent, useContext, useEffect, useRef, useState } from 'react';
import type { ImageHash } from '../../../contract/image-hash.ts';
import { acceptedTypes, type ImageSlot, imageUrl, isImageTooLarge } from '../../../contract/images.ts';
import { messages, titles } from '../../../contract/messages.ts';
import { describeFailure } from '../api/failure.ts';
import { uploadImage } from '../api/upload.ts';
import { Thumbnail } from '../records/thumbnail.tsx';
import { notifyError } from '../shell/notify.tsx';
import css from './image.module.css';
import { UploadContext } from './uploads.ts';
import type { InputProps, Widget } from './widget.ts';

/** Picture, uploaded when chosen; the field's value is the content hash. */
export function image(): Widget<ImageHash | null> {
  return { Input: ImageInput, isWide: true, Show: ({ value }) => <Thumbnail hash={value} /> };
}

/** Picture picker with preview, drag and drop, and a progress bar (specification, section 5: types, sizes, hints). */
function ImageInput({ id, info, value, error, isReadOnly = false, onChange }: InputProps<ImageHash | null>) {
  const slot = info.slot;
  if (!slot) throw new TypeError(`${info.label} has no picture slot`);
  const upload = useUpload(slot, onChange);
  const [isOver, setOver] = useState(false);
  const reset = useRef<() => void>(null);
  const isBusy = isReadOnly || upload.percent !== null;

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    if (isBusy) return;
    void upload.start(event.dataTransfer.files[0] ?? null);
  }

  return (
    <Input.Wrapper
      label={info.label}
      labelElement="div"
      description={info.hint ? `${hint(slot)}. ${info.hint}` : hint(slot)}
      error={upload.refusal ?? error}
      id={id}
      labelProps={{ id: `${id}-label` }}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is a shortcut for the button */}
      <div
        className={css.area}
        data-over={isOver || undefined}
        data-invalid={Boolean(upload.refusal ?? error) || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <div className={css.preview}>
          {value ? <img src={previewUrl(value, slot)} alt={`${info.label}, as stored`} /> : <span>No picture</span>}
        </div>
        <div className={css.controls}>
          <Group gap="xs">
            <FileButton
              accept={acceptedTypes(slot).join(',')}
              resetRef={reset}
              disabled={isBusy}
              onChange={(file) => {
                void upload.start(file);
                // Reset, so that the same file can be chosen again.
                reset.current?.();
              }}
            >
              {(props) => (
                <Button {...props} id={id} variant="default" size="xs">
                  {value ? 'Replace' : 'Choose'}
                  <VisuallyHidden> {info.label}</VisuallyHidden> …
                </Button>
              )}
            </FileButton>
            {value && (
              <Button
                variant="subtle"
                color="red"
                size="xs"
                onClick={() => {
                  upload.forgetRefusal();
                  onChange(null);
                }}
                disabled={isBusy}
              >
                Remove<VisuallyHidden> {info.label}</VisuallyHidden>
              </Button>
            )}
            {upload.percent !== null && (
              <Button variant="subtle" size="xs" onClick={upload.cancel}>
                Cancel<VisuallyHidden> the upload of {info.label}</VisuallyHidden>
              </Button>
            )}
          </Group>
          <Text size="xs" c="dimmed" className={css.drop}>
            or drop a file here
          </Text>
        </div>
        {upload.percent !== null && (
          <Progress.Root size="sm" className={css.progress}>
            <Progress.Section value={upload.percent} animated aria-label={`Uploading ${info.label}`} />
          </Progress.Root>
        )}
      </div>
    </Input.Wrapper>
  );
}

/**
 * Checks and uploads a file; `percent` is null without a running upload. `refusal` says why the last file was not taken,
 * beside the field; the toast (specification, section 5) disappears.
 */
function useUpload(slot: ImageSlot, onStored: (hash: ImageHash) => void) {
  const [percent, setPercent] = useState<number | null>(null);
  const [refusal, setRefusal] = useState<string>();
  const running = useRef<AbortController>(null);
  const begin = useContext(UploadContext);
  useEffect(() => () => running.current?.abort(), []);

  async function start(file: File | null) {
    if (!file) return;
    const reason = refusalOf(file, slot);
    setRefusal(reason ?? undefined);
    if (reason) return notifyError(titles.error, reason);
    const upload = new AbortController();
    running.current = upload;
    const { signal } = upload;
    const end = begin();
    let isStored = false;
    setPercent(0);
    try {
      const stored = await uploadImage(slot, file, setPercent, signal);
      if (signal.aborted) return;
      onStored(stored.hash);
      isStored = true;
    } catch (error) {
      if (signal.aborted) return;
      const { message } = describeFailure(error);
      setRefusal(message);
      notifyError(titles.error, message);
    } finally {
      setPercent(null);
      end(isStored);
    }
  }
  const cancel = () => running.current?.abort();
  return { percent, refusal, start, cancel, forgetRefusal: () => setRefusal(undefined) };
}

function refusalOf(file: File, slot: ImageSlot): string | null {
  if (!acceptedTypes(slot).includes(file.type)) return slot.accept === 'png' ? messages.pngOnly : messages.pngOrJpeg;
  return isImageTooLarge(file.size) ? messages.imageTooLarge : null;
}

function hint(slot: ImageSlot): string {
  const types = slot.accept === 'png' ? 'PNG' : 'PNG or JPEG';
  return `${slot.recommended ? `upload ${slot.recommended}, ` : ''}${types}, at most 1.5 MB`;
}

function previewUrl(hash: ImageHash, slot: ImageSlot): string {
  return imageUrl(hash, slot.widths[0] ?? 80);
}
