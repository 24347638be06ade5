#!/bin/sh
# Makes the archive of the runtime image and the checksums: package.sh TARGET IMAGE TIMESTAMP
# The same files give the same archive: order, owner and times are fixed.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
image=$2
timestamp=$3
cd "$1"

mkdir "$image/app"
cp headroom.jar "$image/app/"
cp "$here/headroom" "$image/bin/"
cp -r "$here/../LICENSE" "$here/THIRD-PARTY" "$here/../docs" "$image/"
chmod 755 "$image/bin/headroom"
# Only of use to heaps beyond 32 GB
rm -f "$image/lib/server/classes_nocoops.jsa"

tar --sort=name --mtime="$timestamp" --owner=0 --group=0 --numeric-owner --mode=go-w -cf - "$image" | gzip -9n >"$image.tar.gz"
cp "$here/Dockerfile" "$here/jbang-catalog.json" .
sha256sum headroom.jar "$image.tar.gz" Dockerfile jbang-catalog.json >SHA256SUMS
