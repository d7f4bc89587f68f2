# SPDX-License-Identifier: BSL-1.0
# Completion of the program allotype for bash.
_allotype() {
  local word=${COMP_WORDS[COMP_CWORD]} command= tool= device= names= i
  for ((i = 1; i < COMP_CWORD; ++i)); do
    if [[ ${COMP_WORDS[i]} == -* ]]; then continue; fi
    if [ -z "$command" ]; then
      command=${COMP_WORDS[i]}
    elif [[ " provision request " == *" $command "* ]] && [ -z "$tool" ]; then
      tool=${COMP_WORDS[i]}
    elif [ -z "$device" ]; then
      device=${COMP_WORDS[i]}
    fi
  done
  if [[ $word == -* ]]; then
    names="--json --color --help"
    case $command in
      '') names+=" --version" ;;
      list) names+=" --names" ;;
      plan) names+=" --fleet --on --cluster --svg" ;;
      layouts) names+=" --profiles --maximal --svg" ;;
      probe) names+=" --time-limit" ;;
      transition) names+=" --from-machine --gpu --device --from --in-use" ;;
      provision) names+=" --without-starts --by-name --filter --driver --name --node --short-names --slurm-22.05" ;;
      request) names+=" --and --or --of-one-gpu --count --nodes --cpus --memory --ephemeral-storage --set --name --image --command --script" ;;
      cluster | check) names+=" --schema" ;;
      stats) names+=" --watch --times" ;;
      run) names+=" --processes --restarts --grace --logs" ;;
    esac
  elif [ -z "$command" ]; then
    names="list show plan layouts probe stats provision transition request cluster check flyte errors run"
  elif [ "$command" = provision ] && [ -z "$tool" ]; then
    names="nvidia-smi mig-parted gpu-operator openshift gke aks amd-config-manager slurm dra $(compgen -G '*.json'; compgen -G '*.yaml'; compgen -G '*.yml')"
  elif [ "$command" = provision ] && [ -z "$device" ] && [[ $tool == *.json* || $tool == *.yaml* || $tool == *.yml* || $tool == */* ]]; then
    names="nvidia-smi mig-parted gpu-operator openshift gke aks amd-config-manager slurm dra"
  elif [ "$command" = request ] && [ -z "$tool" ]; then
    names="all kubernetes-mixed kubernetes-single kubernetes-none amd-mixed amd-single gke eks-karpenter eks-auto-mode eks-node-group
      aks-node-pool aks-node-pool-by-size aks-auto-provisioning aks-single aks-mixed dra dra-v1beta2 dra-v1beta1 dra-extended-resource
      coreweave nebius slurm slurm-22.05 slurm-short-names ray ray-by-label htcondor lsf pbs nomad skypilot
      skypilot-on-kubernetes skypilot-on-kubernetes-single dstack hami volcano kai run-ai"
  elif [[ " list show plan layouts provision request flyte " == *" $command "* ]]; then
    if [ -z "$device" ]; then
      names=$("${COMP_WORDS[0]}" list --names 2>/dev/null)
    elif [ "$command" != list ] && [ "$command" != layouts ]; then
      names=$("${COMP_WORDS[0]}" list "$device" --names 2>/dev/null)
      if [ "$command" = plan ] || [ "$command" = provision ]; then names=$(grep -v -e '^[0-9]c[.]' -e '^unpartitioned$' <<<"$names"); fi
    fi
  fi
  if [[ " errors run " == *" $command "* ]] && [ -n "$command" ] && [[ $word != -* ]]; then
    mapfile -t COMPREPLY < <(compgen -f -- "$word")
    return
  fi
  mapfile -t COMPREPLY < <(compgen -W "$names" -- "$word")
}
complete -F _allotype allotype
