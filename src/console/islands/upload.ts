/* Adds a file control to text areas that a file can fill. Files that are not text become base64. */

for (const area of document.querySelectorAll<HTMLTextAreaElement>('textarea[data-upload]')) {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = area.dataset.upload ?? '';
  const label = document.createElement('label');
  label.className = 'upload';
  label.append(area.dataset.uploadLabel ?? '', ' ', input);
  input.addEventListener('change', async () => {
    const [file] = input.files ?? [];
    if (file) area.value = textOf(new Uint8Array(await file.slice(0, 100_000).arrayBuffer()));
  });
  area.before(label);
}

function textOf(bytes: Uint8Array): string {
  const isText = bytes.every((byte) => byte > 31 || byte === 9 || byte === 10 || byte === 13);
  return isText
    ? new TextDecoder().decode(bytes)
    : btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
