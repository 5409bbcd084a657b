#!/bin/sh
# What an engine does with an image, as far as a machine without one can, in a mount namespace of its own:
#   image-run.sh build ROOT COMMAND…   a RUN of the last stage: as root, in a writable tree
#   image-run.sh run ROOT COMMAND…     the finished image: another user, a read-only tree, a small writable /data and /tmp (noexec, as
#                                      engines mount it), no capabilities and no way to gain any
# This machine's programs and libraries stand in for the base image's.
set -eu
mode=$1
root=$2
shift 2
systems='usr bin sbin lib lib64'
for system in $systems; do
  if [ -L "/$system" ]; then
    ln -sfn "$(readlink "/$system")" "$root/$system"
  elif [ -d "/$system" ]; then
    mkdir -p "$root/$system"
  fi
done
mkdir -p "$root/proc" "$root/dev" "$root/tmp"
mount --bind "$root" "$root"
for system in $systems; do
  if [ ! -L "/$system" ] && [ -d "/$system" ]; then
    mount --bind "/$system" "$root/$system"
    mount -o remount,bind,ro "$root/$system"
  fi
done
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
if [ "$mode" = build ]; then
  exec chroot "$root" "$@"
fi
mount -t tmpfs -o size=16m,noexec,nosuid,nodev tmpfs "$root/tmp"
mount -t tmpfs -o size=512m,uid=10001,gid=10001,mode=0700 tmpfs "$root/data"
mount -o remount,bind,ro "$root"
exec chroot "$root" /usr/bin/setpriv --reuid 10001 --regid 10001 --clear-groups --no-new-privs --bounding-set=-all \
  --inh-caps=-all "$@"
