import { Button, FileButton, Group, Input, Progress, Text, VisuallyHidden } from '@mantine/core';
import { type DragEvent, lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import type { ImageHash } from '../../../contract/image-hash.ts';
import { type ImageSlot, imageUrl } from '../../../contract/images.ts';
import { PictureNote } from '../pictures/picture-note.tsx';
import { offeredTypes } from '../pictures/prepare.ts';
import css from './image.module.css';
import { stepInWords, useUpload } from './image-upload.ts';
import type { InputProps } from './widget.ts';

// Loaded when first opened.
const PickerDialog = lazy(() => import('../pictures/picker-dialog.tsx'));

interface ImageInputProps extends InputProps<ImageHash | null> {
  ground?: 'dark' | undefined;
}

/**
 * Picture picker with preview, drag and drop, progress in words, and the library (specification, section 5: types, sizes,
 * hints).
 */
export default function ImageInput({ id, info, value, error, isReadOnly = false, onChange, ground }: ImageInputProps) {
  const slot = info.slot;
  if (!slot) throw new TypeError(`${info.label} has no picture slot`);
  const upload = useUpload(slot, onChange);
  const [isOver, setOver] = useState(false);
  const isBusy = isReadOnly || upload.step !== null;

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
        <div className={css.preview} data-ground={ground}>
          {value ? <img src={previewUrl(value, slot)} alt={`${info.label}, as stored`} /> : <span>No picture</span>}
        </div>
        <div className={css.controls}>
          <Group gap="xs">
            <FileChoice {...{ id, slot, isBusy }} onFile={upload.start}>
              {value ? 'Replace' : 'Choose'}
              <VisuallyHidden> {info.label}</VisuallyHidden> …
            </FileChoice>
            <LibraryChoice
              slot={slot}
              label={info.label}
              isBusy={isBusy}
              onChosen={(hash) => {
                upload.forgetRefusal();
                onChange(hash);
              }}
            />
            {value && <PictureNote hash={value} slot={slot} label={info.label} isDisabled={isBusy} />}
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
            {upload.step && (
              <Button variant="subtle" size="xs" onClick={upload.cancel}>
                Cancel<VisuallyHidden> the upload of {info.label}</VisuallyHidden>
              </Button>
            )}
          </Group>
          <Text size="xs" c="dimmed" className={css.drop}>
            or drop a file here
          </Text>
        </div>
        <div className={css.progress} role="status">
          {upload.step && (
            <>
              <Text size="xs" className={css.step}>
                {stepInWords(upload.step)}
              </Text>
              <Progress.Root size="sm">
                <Progress.Section
                  value={upload.step.percent ?? 100}
                  striped={upload.step.percent === null}
                  animated
                  aria-label={`Uploading ${info.label}`}
                />
              </Progress.Root>
            </>
          )}
        </div>
      </div>
    </Input.Wrapper>
  );
}

interface FileChoiceProps {
  id: string;
  slot: ImageSlot;
  isBusy: boolean;
  onFile: (file: File | null) => Promise<void>;
  children: ReactNode;
}

function FileChoice({ id, slot, isBusy, onFile, children }: FileChoiceProps) {
  const reset = useRef<() => void>(null);
  return (
    <FileButton
      accept={offeredTypes(slot).join(',')}
      resetRef={reset}
      disabled={isBusy}
      onChange={(file) => {
        void onFile(file);
        // Reset, so that the same file can be chosen again.
        reset.current?.();
      }}
    >
      {(props) => (
        <Button {...props} id={id} variant="default" size="xs">
          {children}
        </Button>
      )}
    </FileButton>
  );
}

interface LibraryChoiceProps {
  slot: ImageSlot;
  label: string;
  isBusy: boolean;
  onChosen: (hash: ImageHash) => void;
}

function LibraryChoice({ slot, label, isBusy, onChosen }: LibraryChoiceProps) {
  const [isOpen, setOpen] = useState<boolean>();
  return (
    <>
      <Button variant="default" size="xs" disabled={isBusy} onClick={() => setOpen(true)}>
        <VisuallyHidden>{label}: </VisuallyHidden>Choose from library
      </Button>
      {isOpen !== undefined && (
        <Suspense>
          <PickerDialog
            slot={slot}
            isOpen={isOpen}
            onClose={() => setOpen(false)}
            onChosen={(hash) => {
              setOpen(false);
              onChosen(hash);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

function hint(slot: ImageSlot): string {
  const types = slot.accept === 'png' ? 'PNG' : 'PNG or JPEG';
  return `${slot.recommended ? `upload ${slot.recommended}, ` : ''}${types}; large files are made smaller`;
}

function previewUrl(hash: ImageHash, slot: ImageSlot): string {
  return imageUrl(hash, slot.widths[0] ?? 80);
}
