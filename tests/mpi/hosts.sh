#!/usr/bin/env bash
# The same jobs on three hosts: network namespaces with addresses and names of their own, on a bridge,
# where mpirun starts its daemons through a launch agent, as it would through ssh.  Needs root.
#
#   hosts.sh BRINDLE-MPI [JOB…]

# shellcheck source-path=SCRIPTDIR source=../support/checks.sh
. "$(dirname "$0")/../support/checks.sh"
# shellcheck source=../support/ranks.sh
. "$source_dir/tests/support/ranks.sh"
[[ $EUID -eq 0 ]] || skip 'only root makes network namespaces'
command -v ip >/dev/null || skip 'there is no ip (iproute2)'

net=10.83.77 tag=bh$$ # names of interfaces have 15 characters at most
remove_hosts() {
    local host
    for host in 1 2 3; do ip netns del $tag-$host; done
    ip netns del $tag-0
} 2>/dev/null
trap 'remove_hosts; clean_up' EXIT

# The bridge has a namespace, too, so that nothing of this can be seen outside.
ip netns add $tag-0 2>/dev/null || skip 'network namespaces cannot be made here'
ip -n $tag-0 link add hosts type bridge && ip -n $tag-0 link set hosts up || skip 'bridges cannot be made here'
for host in 1 2 3; do
    ip netns add $tag-$host
    ip -n $tag-0 link add port$host type veth peer name net0 netns $tag-$host
    ip -n $tag-0 link set port$host master hosts up
    ip -n $tag-$host addr add $net.$host/24 dev net0
    ip -n $tag-$host link set net0 up
    ip -n $tag-$host link set lo up
done

# on_host N COMMAND…
cat >on_host <<END
#!/bin/sh
host=\$1
shift
[ -f "$scratch/else-\$host" ] && hide="mount --bind '$scratch/else-\$host' '$scratch/ranks/o.epd' &&"
exec ip netns exec $tag-\$host unshare -u sh -c "hostname host\$host && \$hide exec \$*"
END
# What mpirun calls: ADDRESS COMMAND…
cat >agent <<END
#!/bin/sh
address=\$1
shift
exec "$scratch/on_host" "\${address##*.}" "\$@"
END
chmod +x on_host agent
launch=("$scratch/on_host" 1 mpirun --mca plm_rsh_agent "$scratch/agent"
    --host "$net.1:3,$net.2:3,$net.3:3" --map-by node
    --mca oob_tcp_if_include $net.0/24 --mca btl_tcp_if_include $net.0/24)

called='(setup of the hosts)'
expect 'the hosts do not reach each other' ip netns exec $tag-1 bash -c "exec 3<>/dev/tcp/$net.1/9 || :"

# ---- They are hosts of their own ----

cd "$scratch" && mkdir ranks && cd ranks || exit 1
# Its engines' answer to everything is to crash; the message says where.
ranks 3 match --engine name=A cmd="$toy" arg=fault=crash arg=at=2 --engine name=B cmd="$toy" \
    --each tc=100+1 --db c.db
expect_status 1
expect_in "$err" '^brindle match: rank [12] on host[23]: game [12]: '
expect_in "$err" '^  mpirun -n 3 brindle-mpi match --resume c.db$'

# One that sees another file of openings says so.
head -n 4 "$source_dir/tests/data/perft/wildebeest.epd" | cut -d ';' -f 1 >o.epd
sed 1d o.epd >"$scratch/else-3"
ranks 3 match --engine name=A depth=1 --engine name=B depth=1 --openings file=o.epd --db o.db
expect_status 1
expect_in "$err" "^brindle match: rank 2 on host3: 'o.epd' is another file here"
rm -f "$scratch/else-3"
resume_ranks 3
expect_status 0

# ---- The jobs ----

jobs=("${@:2}")
[[ $# -gt 1 ]] || jobs=(match datagen expand analyse)
for kind in "${jobs[@]}"; do
    run_alone "$kind"
    expect_resumed "$kind" 3 2 6 # on the third host
    expect_resumed "$kind" 6 all 3
done

finish
